import JSONText

extension InputFormat {
  /// Lists of rejected documents: as `--rejects` writes them, or laid out anew by whoever mended them.
  static let rejects = family(
    RejectedRecord.listedDocuments, of: "rejected documents", reading: { .rejects(.documents, $0) },
    because: "its first object tells why a record was rejected"
  ) { $0.isListOfRejects && $0.rejectedContents != .dumps }

  /// The same of rejected dumps.
  static let rejectedDumps = family(
    RejectedRecord.listedDumps, of: "rejected UserDefaults dumps",
    reading: { .rejects(.dumps, $0) },
    because: "its first object tells why a dump was rejected"
  ) { $0.isListOfRejects && $0.rejectedContents == .dumps }
}

extension RejectedRecord {
  /// The formats that a damaged line of a list has.
  static let listedDocuments = "rejects"
  static let listedDumps = "rejected-dumps"
}

extension InputSample {
  /// Whether its first object is one of a list of rejects, in whatever order its members are.
  ///
  /// Where it is damaged, or longer than the sample, the version may be what is not seen of it; before
  /// a record stands its format, in the order of a list as in that of the alphabet. An event may have
  /// fields of any name, but says with its own that it is one.
  fileprivate var isListOfRejects: Bool {
    !hasEventField && kind(of: Reject.Member.kind.rawValue) == .string
      && kind(of: Reject.Member.reason.rawValue) == .string
      && (kind(of: Reject.Member.schemaVersion.rawValue) == .number || rejectedContents != nil)
  }

  /// What was rejected first; nil where the list does not say.
  fileprivate var rejectedContents: InputFormat.Contents? {
    format.flatMap { InputFormat(rawValue: $0) }?.contents
  }
}
