/// A joke's key: its Firestore document id, or its UUID string where it has none.
///
/// Ids are compared and ordered by their UTF-8 bytes, as Firestore does it (Rules, “All-time top
/// 10”). Swift's own string comparison would take two spellings of one accented letter for one id.
public struct JokeID: Sendable {
  /// The id as text.
  public let text: String

  /// An id of any text; whether it is usable is for the reader of the format to say.
  public init(_ text: String) { self.text = text }
}

extension JokeID: Hashable {
  /// Whether both ids are the same bytes.
  public static func == (one: JokeID, other: JokeID) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// Hashes the bytes, in keeping with equality.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

extension JokeID: Comparable {
  /// Whether the first id's bytes come before the second's.
  public static func < (one: JokeID, other: JokeID) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension JokeID: CustomStringConvertible {
  /// The id as text.
  public var description: String { text }
}
