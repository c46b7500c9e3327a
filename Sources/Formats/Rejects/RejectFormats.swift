import JSONText

extension InputFormat {
  /// A list of rejected documents, as `--rejects` writes it.
  package static let rejects = InputFormat(
    "rejects", "list of rejected documents", .rejects(.documents)
  ) { sample in
    sample.isListOfRejects && sample.rejectedContents != .dumps
      ? "its first line tells why a record was rejected" : nil
  }

  /// A list of rejected dumps, as `--rejects` writes it.
  package static let rejectedDumps = InputFormat(
    "rejected-dumps", "list of rejected UserDefaults dumps", .rejects(.dumps)
  ) { sample in
    sample.isListOfRejects && sample.rejectedContents == .dumps
      ? "its first line tells why a dump was rejected" : nil
  }
}

extension InputSample {
  /// Whether its first object is a line of a list of rejects.
  fileprivate var isListOfRejects: Bool {
    isObject && keys.first?.name == Reject.Member.schemaVersion.rawValue
      && kind(of: Reject.Member.kind.rawValue) == .string
      && kind(of: Reject.Member.reason.rawValue) == .string
  }

  /// What was rejected first; nil where the list does not say.
  fileprivate var rejectedContents: InputFormat.Contents? {
    format.flatMap { InputFormat(rawValue: $0) }?.contents
  }
}
