import Jokes
import Scan
import SystemIO

/// The positions of the joke id and the rating in the entity of an ordinary event: one with a joke
/// id and a rating that is a whole number from 1 to 5, encoded as one byte or a double.
///
/// Offsets count from the entity's first byte.
struct EntityEvent: Sendable, Hashable {
  /// The range of the joke's id.
  var jokeID: Range<Int>
  /// The offset of the rating's byte, or of its eight bytes.
  var ratingOffset: Int
  var isDouble: Bool

  // Shared arrays: an edit does not allocate its own.
  private static let bytes = (0...5).map { [UInt8($0)] }
}

extension EntityEvent {
  /// Makes the event of an entity's fields; nil if it is not ordinary.
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

  /// The rating in an entity of the same shape; nil if it is not 1 to 5.
  func rating(in text: Span<UInt8>, from start: Int) -> Int? {
    let offset = start &+ ratingOffset
    guard isDouble else {
      // A greater byte is another number, or the first of several bytes.
      let number = Int(text[offset])
      return number >= 1 && number <= 5 ? number : nil
    }
    let value = Double(bitPattern: text.word(at: offset))
    guard value >= 1, value <= 5, let number = Int(exactly: value) else { return nil }
    return number
  }

  /// The encoding of a rating, in the type of this event's rating.
  func bytes(of rating: Int) -> [UInt8] {
    isDouble ? Array(littleEndian: Double(rating).bitPattern) : Self.bytes[rating]
  }

  /// The XOR difference of an entity's unmasked checksums for two ratings.
  ///
  /// Because CRCs are linear, the difference depends only on the changed bytes and on the number of
  /// bytes after them, so it is the same for all entities of one shape.
  func checksumChange(from one: Int, to other: Int, in text: Span<UInt8>) -> UInt32 {
    let sums = [one, other].map { rating in
      let bytes = bytes(of: rating)
      let edit = Edit(ratingOffset..<ratingOffset + bytes.count, bytes)
      return CRC32C.checksum(Edit.apply([edit], to: text, at: 0).span)
    }
    return sums[0] ^ sums[1]
  }
}

extension [UInt8] {
  /// The bytes of a number in little-endian order.
  init(littleEndian number: UInt32) {
    self = [
      UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 24),
    ]
  }

  /// The bytes of a number in little-endian order.
  init(littleEndian number: UInt64) {
    self =
      Array(littleEndian: UInt32(truncatingIfNeeded: number))
      + Array(littleEndian: UInt32(truncatingIfNeeded: number >> 32))
  }
}
