import Scan
import SystemIO

extension RejectedRecord {
  /// The formats that a damaged line of a list has.
  static let listedDocuments = "rejects"
  static let listedDumps = "rejected-dumps"
}

extension InputSample {
  /// Whether its first object has its line to itself, as far as can be seen of it: one that is
  /// indented has its first key on another.
  var isLine: Bool {
    if isOneLine { return true }
    let firstKey = text.firstOffset(of: UInt8(ascii: "\"")) ?? 0
    let lineEnd = text.firstOffset(of: UInt8(ascii: "\n")) ?? text.count
    return (wantsMore || isDamaged) && firstKey < lineEnd
  }

  /// Whether its first object is one of a list of rejects, in whatever order its members are.
  ///
  /// Where it is damaged, or longer than the sample, the version may be what is not seen of it; before
  /// a record stands its format, in the order of a list as in that of the alphabet. An event may have
  /// fields of any name, but says with its own that it is one.
  private var isListOfRejects: Bool {
    !hasEventField && kind(of: Reject.Member.kind.rawValue) == .string
      && kind(of: Reject.Member.reason.rawValue) == .string
      && (kind(of: Reject.Member.schemaVersion.rawValue) == .number || rejectedContents != nil)
  }

  /// Whether it is a list of these, by what was rejected first.
  func isList(of contents: InputFormat.Contents) -> Bool {
    isListOfRejects && (rejectedContents ?? .documents) == contents
  }

  /// What was rejected first; nil where the list does not say.
  private var rejectedContents: InputFormat.Contents? {
    format.flatMap { InputFormat(rawValue: $0) }?.contents
  }
}
