import Scan
package import SystemIO

/// What a run read, by the bytes, as far as anyone is to know: a plan, a summary, or the run itself,
/// where it was recorded and is done again.
package struct InputRecord: Sendable {
  /// The files that were read.
  package private(set) var identities: [FileIdentity] = []
  /// Whether inputs are known by their SHA-256.
  package let hashes: Bool
  /// Whether they are known by their CRC-32C, which costs next to nothing.
  private let sums: Bool
  private let isWanted: Bool
  private let expectation: ReplayContext?
  /// What was recorded and has not been met, by path.
  private var expected: [PathKey: FileIdentity]

  /// - Parameters:
  ///   - hashes: whether the SHA-256 of inputs is needed anyway.
  ///   - isVerifiable: whether the summary says what was read.
  package init(_ run: ToolRun, hashes: Bool, isVerifiable: Bool = true) {
    let arguments = run.arguments
    expectation = run.expectation
    let recorded = run.expectation?.inputs ?? []
    expected = Dictionary(paths: recorded.map { ($0.path, $0) })
    let isTold = isVerifiable && arguments[.summary] != nil && !arguments.isDiscarding
    isWanted = isTold || arguments[.planOut] != nil || expectation != nil
    self.hashes =
      hashes || arguments[.planOut] != nil || (isTold && arguments[.hash] == true)
      || recorded.contains {
        if case .sha256 = $0.checksum { true } else { false }
      }
    sums = isWanted && !self.hashes
  }

  /// What adds up an input as it is read, where it is to be known by that, or somebody else wants it.
  package func sum(isWanted: Bool = false) -> FileChecksum? {
    sums || isWanted ? FileChecksum() : nil
  }

  /// Enters an input that was read to its end.
  ///
  /// - Throws: `ChangedInput` where it is another than was recorded.
  package mutating func enter(_ window: borrowing ByteWindow, of path: String) throws {
    guard isWanted else { return }
    guard let checksum = window.checksum() else { return try enter(reading: path) }
    try enter(
      FileIdentity(
        path: RecordedRun.absolute(path), byteCount: window.inputByteCount, checksum: checksum))
  }

  /// Enters a file that is used but read elsewhere; of standard input nothing can be known then.
  package mutating func enter(reading path: String) throws {
    guard isWanted else { return }
    if path == "-" {
      if let expectation { throw Self.unrepeatable(expectation) }
      return
    }
    try enter(
      FileIdentity(reading: path, as: RecordedRun.absolute(path), hashes: hashes))
  }

  /// The reason for an error: that an input is another than was recorded explains whatever is wrong
  /// with it.
  package func reason(for error: any Error, in path: String) -> any Error {
    guard expectation != nil, (error as? any ReportableError)?.kind == .badData else {
      return error
    }
    do {
      var others = self
      try others.enter(reading: path)
      return error
    } catch let change as ChangedInput {
      return change
    } catch {
      return error
    }
  }

  /// What is wrong where standard input was read.
  static func unrepeatable(_ expectation: ReplayContext) -> OutputRefusal {
    OutputRefusal(
      .noInput, "'\(expectation.path)' is of a run that read standard input, which is gone",
      hint: "save the input to a file, and give that")
  }

  private mutating func enter(_ identity: FileIdentity) throws {
    identities.append(identity)
    guard let expectation else { return }
    guard let recorded = expected[identity.path] else {
      throw ChangedInput(expectation, "'\(identity.path)' is read, and was not there then")
    }
    guard identity.hasBytes(of: recorded) else {
      throw ChangedInput(
        expectation,
        "'\(identity.path)' is not what it was: \(recorded.words) then, \(identity.words) now")
    }
    expected[identity.path] = nil
  }

  /// Throws where a file that was recorded is not among those that were read.
  package func checkIsWhole() throws {
    guard let expectation, let path = expected.keys.map(\.path).min() else { return }
    let isMissing = try FileStatus(path: path) == nil
    throw ChangedInput(
      expectation, "'\(path)' is not among the inputs any more", isMissing: isMissing)
  }
}

/// An input that is another than when the run was recorded.
struct ChangedInput: ReportableError {
  let place: Place?
  let message: String
  let hint: String?
  let kind: FailureKind

  /// - Parameter isMissing: whether it is not there at all.
  init(_ expectation: ReplayContext, _ message: String, isMissing: Bool = false) {
    kind = isMissing ? .noInput : .badData
    place = Place(file: expectation.path)
    self.message = message
    switch expectation.purpose {
    case .applying: hint = "nothing was published; make a new plan of the inputs as they are"
    case .verifying:
      hint =
        expectation.recorded.arguments.contains("--in-place")
        ? "the run replaced its inputs by their results; only undoing it, with the journal, brings "
          + "back what could be compared"
        : "the outputs cannot be compared with what other inputs give"
    }
  }
}

extension FileIdentity {
  /// What is known of the bytes, in words.
  var words: String { "\(Amount.count(byteCount, of: "byte")) of \(checksum)" }
}
