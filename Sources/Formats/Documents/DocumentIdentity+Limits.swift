import Scan
import SystemIO

/// Firestore's limits for document names (Firestore, “Quotas and limits”).
extension DocumentIdentity {
  private static let segmentLimit = 1500
  private static let nameLimit = 6 << 10

  /// Why Firestore cannot have a document with this name, as far as the export has it; nil if it
  /// can.
  var nameProblem: String? {
    if let name, DatabaseName.divide(name).database == nil {
      return "'\(Excerpt.name(name))' does not begin with the name of a database"
    }
    if let name, collection == nil {
      return "'\(Excerpt.name(name))' is not the name of a document"
    }
    let path = collection?.dividedAtSlashes(omittingEmpty: false) ?? []
    if let collection, path.count % 2 == 0 {
      return "'\(Excerpt.name(collection))' is the path of a document, not of a collection"
    }
    for (index, segment) in path.enumerated() where !Self.accepts(segment, isID: index % 2 == 1) {
      return "Firestore does not allow a name or id like '\(Excerpt.name(segment))'"
    }
    guard Self.accepts(id[...], isID: true) else {
      return "Firestore does not allow a document id like '\(Excerpt.name(id))'"
    }
    let byteCount = name?.utf8.count ?? (collection?.utf8.count ?? 0) + 1 + id.utf8.count
    return byteCount > Self.nameLimit ? "its name is longer than Firestore allows" : nil
  }

  /// Whether Firestore accepts a collection's name or a document ID.
  ///
  /// IDs such as `__id7__` are numeric IDs from Datastore.
  static func accepts(_ segment: Substring, isID: Bool) -> Bool {
    let bytes = segment.utf8
    let isPlain =
      !bytes.isEmpty && bytes.count <= segmentLimit
      && segment.withUTF8Bytes { $0.firstOffset(of: UInt8(ascii: "/")) } == nil
      && (bytes.count > 2 || segment != "." && segment != "..")
    guard isPlain, segment.isReserved else { return isPlain }
    guard isID, segment.hasPrefix("__id") else { return false }
    let digits = segment.dropFirst(4).dropLast(2)
    return Int64(digits).map { String($0) == digits } ?? false
  }
}

extension StringProtocol {
  /// Whether the name is reserved by Firestore: `__.*__`.
  var isReserved: Bool {
    utf8.count >= 4 && utf8.first == UInt8(ascii: "_") && hasPrefix("__") && hasSuffix("__")
  }
}
