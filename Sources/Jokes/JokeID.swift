/// A joke's key: its Firestore document id, or its UUID string where it has none.
///
/// Ids are compared and ordered by their UTF-8 bytes, as Firestore does it (Rules, “All-time top
/// 10”). Swift's own string comparison would take two spellings of one accented letter for one id.
public struct JokeID: Sendable {
  /// The id as text.
  public let text: String
  /// A hash of the bytes, made once: a set that grows hashes all it holds again, and would go to
  /// each text for it.
  let hash: Int

  /// An id of any text; whether it is usable is for the reader of the format to say.
  public init(_ text: String) {
    self.text = text
    hash = text.isASCII ? text.hashValue : text.hashOfBytes
  }
}

extension JokeID: Hashable {
  /// Whether both ids are the same bytes.
  public static func == (one: JokeID, other: JokeID) -> Bool {
    // Equal bytes make equal strings, and ASCII has no two spellings of one string.
    one.hash == other.hash && one.text == other.text
      && (one.text.isASCII || one.text.utf8.elementsEqual(other.text.utf8))
  }

  /// Hashes the bytes, in keeping with equality.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension String {
  /// Whether all characters are ASCII: no other takes as many bytes as UTF-16 code units. Of a
  /// string that knows it is ASCII, both counts are at hand.
  fileprivate var isASCII: Bool { utf8.count == utf16.count }

  /// A hash that tells spellings of one string apart, which its own does not: of letters with
  /// accents there are so many that they could fill a set with equal hashes.
  fileprivate var hashOfBytes: Int {
    var hasher = Hasher()
    hasher.combine(utf8: self)
    return hasher.finalize()
  }
}

extension JokeID: Comparable {
  /// Whether the first id's bytes come before the second's.
  public static func < (one: JokeID, other: JokeID) -> Bool {
    // Of ASCII, strings are in the order of their bytes, and compared faster.
    one.text.isASCII && other.text.isASCII
      ? one.text < other.text : one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension JokeID: CustomStringConvertible {
  /// The id as text.
  public var description: String { text }
}
