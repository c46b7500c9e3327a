import Scan
import SystemIO

extension InputFormat {
  /// Lists of rejected documents: as `--rejects` writes them, or laid out anew by whoever mended them.
  static let rejects = lists(
    RejectedRecord.listedDocuments, of: "rejected documents", .documents,
    because: "its first object tells why a record was rejected")

  /// The same of rejected dumps.
  static let rejectedDumps = lists(
    RejectedRecord.listedDumps, of: "rejected UserDefaults dumps", .dumps,
    because: "its first object tells why a dump was rejected")

  /// The formats of lists of one sort.
  ///
  /// Unlike in other families, a first line need not be seen to its end: a record may be long, or what
  /// was mended damaged.
  private static func lists(
    _ name: String, of records: String, _ contents: Contents, because reason: String
  ) -> [InputFormat] {
    [
      InputFormat(name + "-array", "JSON array of " + records, .rejects(contents, .array)) {
        $0.isArray && $0.isList(of: contents) ? "it is an array; " + reason : nil
      },
      InputFormat(name, "list of " + records, .rejects(contents, .lines)) {
        $0.isObject && $0.isLine && $0.isList(of: contents) ? reason : nil
      },
      InputFormat(name + "-stream", records, .rejects(contents, .stream)) {
        $0.isObject && $0.isList(of: contents) ? reason : nil
      },
    ]
  }
}

extension RejectedRecord {
  /// The formats that a damaged line of a list has.
  static let listedDocuments = "rejects"
  static let listedDumps = "rejected-dumps"
}

extension InputSample {
  /// Whether its first object has its line to itself, as far as can be seen of it: one that is
  /// indented has its first key on another.
  fileprivate var isLine: Bool {
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
  fileprivate func isList(of contents: InputFormat.Contents) -> Bool {
    isListOfRejects && (rejectedContents ?? .documents) == contents
  }

  /// What was rejected first; nil where the list does not say.
  private var rejectedContents: InputFormat.Contents? {
    format.flatMap { InputFormat(rawValue: $0) }?.contents
  }
}
