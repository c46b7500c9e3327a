import Jokes
import Scan
import SystemIO

/// What the rules need of an event in an entity about which nothing is odd: it names its joke, and its
/// rating is a whole number from 1 to 5, of one byte or a double.
///
/// Offsets count from the entity's first byte.
struct EntityEvent: Sendable, Hashable {
  /// Where the joke's id stands.
  var jokeID: Range<Int>
  /// Where the rating's byte stands, or its eight bytes begin.
  var ratingOffset: Int
  var isDouble: Bool

  init(jokeID: Range<Int>, ratingOffset: Int, isDouble: Bool) {
    (self.jokeID, self.ratingOffset, self.isDouble) = (jokeID, ratingOffset, isDouble)
  }

  /// The event among the fields of an entity; nil where it is not ordinary.
  init?(_ fields: RatingEventFields, in text: Span<UInt8>) {
    guard fields.duplicate == nil, case .text(let id) = fields.jokeID, !id.range.isEmpty else {
      return nil
    }
    jokeID = id.range
    switch fields.rating {
    case .integer(_, let offset): (ratingOffset, isDouble) = (offset, false)
    case .double(_, let offset): (ratingOffset, isDouble) = (offset, true)
    case .missing, .decimal, .text, .other: return nil
    }
    if rating(in: text, from: 0) == nil { return nil }
  }

  /// The rating's number in an entity of the same shape; nil where it is none of 1 to 5.
  func rating(in text: Span<UInt8>, from start: Int) -> Int? {
    let offset = start &+ ratingOffset
    guard isDouble else {
      // A byte of more than these is none, or the first of several.
      let number = Int(text[offset])
      return number >= 1 && number <= 5 ? number : nil
    }
    let value = Double(bitPattern: text.word(at: offset))
    guard value >= 1, value <= 5, let number = Int(exactly: value) else { return nil }
    return number
  }

  /// The bytes of a rating's number, in place of those that are there.
  func bytes(of rating: Int) -> [UInt8] {
    isDouble ? Array(littleEndian: Double(rating).bitPattern) : Self.bytes[rating]
  }

  /// What the checksum of an entity changes by, before it is masked, where one rating becomes
  /// another.
  ///
  /// Checksums are linear: this depends on the bytes that change and on how many follow them, so that
  /// it is the same for all entities of one shape.
  func checksumChange(from one: Int, to other: Int, in text: Span<UInt8>) -> UInt32 {
    let sums = [one, other].map { rating in
      let bytes = bytes(of: rating)
      let edit = Edit(ratingOffset..<ratingOffset + bytes.count, bytes)
      return CRC32C.checksum(Edit.apply([edit], to: text, at: 0).span)
    }
    return sums[0] ^ sums[1]
  }
}

extension EntityEvent {
  // One array for each rating: an edit does not allocate its own.
  private static let bytes = (0...5).map { [UInt8($0)] }
}

extension [UInt8] {
  /// The bytes of a number, lowest first.
  init(littleEndian number: UInt32) {
    self = [
      UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 24),
    ]
  }

  /// The bytes of a number, lowest first.
  init(littleEndian number: UInt64) {
    self =
      Array(littleEndian: UInt32(truncatingIfNeeded: number))
      + Array(littleEndian: UInt32(truncatingIfNeeded: number >> 32))
  }
}
