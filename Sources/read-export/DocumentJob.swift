import Formats
import Runs
import Scan

/// What to make of each document, which depends on the document alone.
enum DocumentJob {
  case count
  /// Checks every value.
  case check
  case print(isPlain: Bool)

  /// The outcome for one document.
  struct Outcome {
    /// The document on one line, without a line end, if it is to be printed.
    var line: [UInt8]?
    /// A member next to its fields that the line omits.
    var memberLeftOut: (name: String, place: Place)?
  }

  init(_ arguments: Arguments) {
    self =
      arguments[.check]
      ? .check : arguments[.count] ? .count : .print(isPlain: arguments[.plain])
  }

  var isPrinting: Bool {
    if case .print = self { true } else { false }
  }

  /// - Throws: `Unrepresentable` if Firestore cannot hold the document.
  func outcome(of document: borrowing ExportedDocument) throws -> Outcome {
    switch self {
    case .count: return Outcome()
    case .check:
      try document.check()
      return Outcome()
    case .print(let isPlain):
      return Outcome(
        line: isPlain ? try document.plain() : try document.typed(),
        memberLeftOut: document.memberLeftOut(isPlain: isPlain))
    }
  }
}
