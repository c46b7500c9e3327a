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
    // Eight bytes at a time: a hasher takes as long over one byte as over eight.
    var word: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      guard count.isMultiple(of: 8) else { continue }
      hasher.combine(word)
      word = 0
    }
    hasher.combine(word)
    hasher.combine(count)
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
