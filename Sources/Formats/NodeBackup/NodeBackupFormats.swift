import Scan

extension InputFormat {
  /// One document in a file of its own, as node-firestore-backup writes it.
  package static let nodeBackup = InputFormat(
    "node-firestore-backup", "document of node-firestore-backup",
    .documents(.single, NodeBackupShape())
  ) { sample in
    guard sample.isObject else { return nil }
    if sample.placement == .certain { return "it lies among the documents of such a tree" }
    // A typed field `type` or `value` looks like a part of what is wrapped.
    if sample.isNamelessRESTDocument { return nil }
    if sample.placement == .likely, sample.keys.isEmpty, !sample.wantsMore, !sample.isDamaged {
      return "it is a document without fields, by where it lies"
    }
    let isLikely = sample.placement == .likely
    guard WrappedValue.areValues(sample.text, allowingOthers: isLikely) else { return nil }
    return isLikely
      ? "it lies like a document, and values of its object are wrapped with their types"
      : "all values of its object are wrapped with their types"
  }
}
