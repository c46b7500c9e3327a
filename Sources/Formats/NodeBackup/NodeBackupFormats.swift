import JSONText

extension InputFormat {
  /// One document in a file of its own, as node-firestore-backup writes it.
  package static let nodeBackup = InputFormat(
    "node-firestore-backup", "document of node-firestore-backup",
    .documents(.single, NodeBackupShape())
  ) { sample in
    // A typed field `type` or `value` looks like a part of what is wrapped.
    guard sample.isObject, !sample.isNamelessRESTDocument else { return nil }
    if sample.isPlaced, sample.keys.isEmpty, !sample.wantsMore, !sample.isDamaged {
      return "it is a document without fields, by where it lies"
    }
    return WrappedValue.areValues(sample.text)
      ? "all values of its object are wrapped with their types" : nil
  }
}
