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
      return "\(Excerpt.misname(name)) is not the name of a document"
    }
    let path = collection?.dividedAtSlashes(omittingEmpty: false) ?? []
    if let collection, path.count % 2 == 0 {
      return "'\(Excerpt.name(collection))' is the path of a document, not of a collection"
    }
    for (index, segment) in path.enumerated() where !Self.accepts(segment, isID: index % 2 == 1) {
      return "Firestore does not allow a name or id like \(Excerpt.misname(segment))"
    }
    guard Self.accepts(id, isID: true) else {
      return "Firestore does not allow a document id like '\(Excerpt.name(id))'"
    }
    let byteCount = name?.utf8.count ?? (collection?.utf8.count ?? 0) + 1 + id.utf8.count
    return byteCount > Self.nameLimit ? "its name is longer than Firestore allows" : nil
  }

  /// Whether Firestore accepts a collection's name or a document ID.
  ///
  /// IDs such as `__id7__` are numeric IDs from Datastore.
  static func accepts(_ segment: some StringProtocol, isID: Bool) -> Bool {
    segment.withUTF8Bytes { accepts($0, isID: isID) }
  }

  private static func accepts(_ segment: Span<UInt8>, isID: Bool) -> Bool {
    let isPlain =
      !segment.isEmpty && segment.count <= segmentLimit
      && segment.firstOffset(of: UInt8(ascii: "/")) == nil
      && !(segment.count <= 2 && segment.occurrences(of: UInt8(ascii: ".")) == segment.count)
    guard isPlain, segment.isReserved else { return isPlain }
    guard isID, segment.holds("__id", at: 0) else { return false }
    let digits = segment.extracting(4..<segment.count - 2).text
    return Int64(digits).map { String($0) == digits } ?? false
  }
}

extension Span<UInt8> {
  /// Whether the name is reserved by Firestore: `__.*__`.
  var isReserved: Bool { count >= 4 && holds("__", at: 0) && holds("__", at: count - 2) }
}
