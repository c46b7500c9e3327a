/// A joke's key: its Firestore document id, or its UUID string where it has none.
///
/// Ids are compared and ordered by their UTF-8 bytes, as in Firestore (Rules, “All-time top 10”).
/// Swift's string comparison would merge ids that differ only in normalisation.
public struct JokeID: Sendable {
  /// The id's text.
  public let text: String
  /// A hash of the bytes, computed once: a growing set hashes its ids again and would fetch each
  /// text.
  let hash: Int

  /// Creates an id of any text; readers of formats decide whether it is usable.
  public init(_ text: String) {
    self.text = text
    // Canonically equivalent strings have one hash: a hostile input could fill a set with them.
    hash =
      text.isASCII
      ? text.hashValue : Int(truncatingIfNeeded: Self.key.hash(ContiguousArray(text.utf8).span))
  }

  private static let key = KeyedHash()
}

extension JokeID: Hashable {
  /// Whether both ids have the same bytes.
  public static func == (one: JokeID, other: JokeID) -> Bool {
    // Equal bytes make equal strings; for ASCII the reverse holds, too.
    one.hash == other.hash && one.text == other.text
      && (one.text.isASCII || one.text.utf8.elementsEqual(other.text.utf8))
  }

  /// Hashes the bytes, consistent with equality.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension String {
  /// Whether all characters are ASCII: then UTF-8 and UTF-16 counts are equal. Both counts are
  /// cheap for a string marked as ASCII.
  fileprivate var isASCII: Bool { utf8.count == utf16.count }
}

extension JokeID: Comparable {
  /// Whether the first id's bytes precede the second's.
  public static func < (one: JokeID, other: JokeID) -> Bool {
    // For ASCII, the string comparison is the same and faster.
    one.text.isASCII && other.text.isASCII
      ? one.text < other.text : one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension JokeID: CustomStringConvertible {
  /// The id's text.
  public var description: String { text }
}
