import Scan
import SystemIO

extension InputFormat.Contents {
  /// The name of the format of a list of rejects with these contents.
  var listName: String {
    switch self {
    case .documents: "rejects"
    case .dumps: "rejected-dumps"
    }
  }
}

extension InputSample {
  /// Whether its first object has a line to itself, as far as the sample shows. An indented object
  /// has its first key on another line.
  var isLine: Bool {
    if isOneLine { return true }
    let firstKey = text.firstOffset(of: UInt8(ascii: "\"")) ?? 0
    let lineEnd = text.firstOffset(of: UInt8(ascii: "\n")) ?? text.count
    return (wantsMore || isDamaged) && firstKey < lineEnd
  }

  /// Whether its first object is a line of a list of rejects, with its members in any order.
  ///
  /// The version may be missing from a damaged or truncated object; the format precedes the record,
  /// in the order of a list and alphabetically. An event may have fields of any name, but also has
  /// its own.
  private var isListOfRejects: Bool {
    !hasEventField && kind(of: Reject.Member.kind.rawValue) == .string
      && kind(of: Reject.Member.reason.rawValue) == .string
      && (kind(of: Reject.Member.schemaVersion.rawValue) == .number || rejectedContents != nil)
  }

  /// Whether it is a list of rejects with these contents, by its first line.
  func isList(of contents: InputFormat.Contents) -> Bool {
    isListOfRejects && (rejectedContents ?? .documents) == contents
  }

  /// The contents of the first line; nil if it does not name a format.
  private var rejectedContents: InputFormat.Contents? {
    format.flatMap { InputFormat(rawValue: $0) }?.contents
  }
}
