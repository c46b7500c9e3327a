import Scan

extension InputSample {
  /// The reason for recognising a document of node-firestore-backup; nil if it is not one.
  var nodeBackupSign: String? {
    guard isObject else { return nil }
    if placement == .certain { return "it is among the documents of such a tree" }
    // A typed field `type` or `value` resembles a part of a wrapped value.
    if isNamelessRESTDocument { return nil }
    if placement == .likely, keys.isEmpty, !wantsMore, !isDamaged {
      return "it is a document without fields, by its path"
    }
    let isLikely = placement == .likely
    guard WrappedValue.areValues(text, allowingOthers: isLikely) else { return nil }
    return isLikely
      ? "it has the path of a document, and values of its object are wrapped with their types"
      : "all values of its object are wrapped with their types"
  }
}
