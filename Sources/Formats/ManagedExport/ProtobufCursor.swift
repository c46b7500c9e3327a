import Scan
import SystemIO

/// Bytes that are no message of the kind they should be.
struct MalformedMessage: Error, Hashable {
  /// What is wrong.
  var reason: String
  /// Where, as an offset into the bytes that were read.
  var offset: Int

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// Walks over the fields of a message in protocol buffers' wire format (protobuf.dev, “Encoding”).
///
/// Offsets always count from the start of the outermost bytes, whatever part of them is walked over.
struct ProtobufCursor: ~Escapable {
  /// How a field's value is encoded.
  enum WireType: UInt8, Sendable {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case groupStart = 3
    case groupEnd = 4
    case fixed32 = 5
  }

  /// A field's number and how its value is encoded.
  struct Tag: Sendable, Hashable {
    var field: Int
    var type: WireType

    init(_ field: Int, _ type: WireType) {
      self.field = field
      self.type = type
    }
  }

  /// The outermost bytes.
  let bytes: Span<UInt8>
  /// Where the cursor stands.
  private(set) var offset: Int
  /// Where the part that is walked over ends.
  let end: Int

  /// Groups in groups that are skipped, at most; no message that is read has more than two.
  private static let depthLimit = 64

  /// A cursor over a part of the bytes; nil is all of them.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>? = nil) {
    precondition(range.map { $0.lowerBound >= 0 && $0.upperBound <= bytes.count } ?? true)
    self.bytes = bytes
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  /// Moves over the next field's tag; nil where the message ends.
  @inline(__always)
  mutating func nextTag() throws(MalformedMessage) -> Tag? {
    guard offset < end else { return nil }
    let start = offset
    let tag = try anyTag()
    if tag.type == .groupEnd {
      throw MalformedMessage("a group ends that did not begin", at: start)
    }
    return tag
  }

  /// Moves over the next tag in the group of this field; nil where the group ends.
  mutating func nextTag(inGroup field: Int) throws(MalformedMessage) -> Tag? {
    let start = offset
    let tag = try anyTag()
    guard tag.type == .groupEnd else { return tag }
    guard tag.field == field else {
      throw MalformedMessage("a group ends that is not the one that began", at: start)
    }
    return nil
  }

  @inline(__always)
  private mutating func anyTag() throws(MalformedMessage) -> Tag {
    let start = offset
    let number = try varint()
    guard number >> 3 > 0, number >> 3 < 1 << 29, let type = WireType(rawValue: UInt8(number & 7))
    else { throw MalformedMessage("there is no such field", at: start) }
    return Tag(Int(number >> 3), type)
  }

  /// Moves over a number of one to ten bytes; most have one.
  @inline(__always)
  mutating func varint() throws(MalformedMessage) -> UInt64 {
    guard offset < end, bytes[offset] < 0x80 else { return try longVarint() }
    offset += 1
    return UInt64(bytes[offset - 1])
  }

  private mutating func longVarint() throws(MalformedMessage) -> UInt64 {
    let start = offset
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if shift == 63, byte > 1 { throw MalformedMessage("a number is too long", at: start) }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw MalformedMessage("a number is cut short", at: start)
  }

  /// Moves over the eight bytes of a number.
  mutating func fixed64() throws(MalformedMessage) -> UInt64 {
    guard end - offset >= 8 else { throw MalformedMessage("a number is cut short", at: offset) }
    var value: UInt64 = 0
    for index in 0..<8 { value |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
    offset += 8
    return value
  }

  /// Moves over a length and as many bytes; their range.
  @inline(__always)
  mutating func lengthDelimited() throws(MalformedMessage) -> Range<Int> {
    let start = offset
    let count = try varint()
    guard count <= UInt64(end - offset) else {
      throw MalformedMessage("a length goes past the end", at: start)
    }
    let range = offset..<offset + Int(count)
    offset = range.upperBound
    return range
  }

  /// Moves over the value of a field; for a group, over all of it.
  @inline(__always)
  mutating func skipValue(of tag: Tag) throws(MalformedMessage) {
    if tag.type == .bytes { _ = try lengthDelimited() } else { try skipValue(of: tag, depth: 0) }
  }

  private mutating func skipValue(of tag: Tag, depth: Int) throws(MalformedMessage) {
    switch tag.type {
    case .varint: _ = try varint()
    case .fixed64: _ = try fixed64()
    case .bytes: _ = try lengthDelimited()
    case .fixed32:
      guard end - offset >= 4 else { throw MalformedMessage("a number is cut short", at: offset) }
      offset += 4
    case .groupStart:
      guard depth < Self.depthLimit else {
        throw MalformedMessage("groups are nested more than \(Self.depthLimit) deep", at: offset)
      }
      while let inner = try nextTag(inGroup: tag.field) {
        try skipValue(of: inner, depth: depth + 1)
      }
    case .groupEnd: throw MalformedMessage("a group ends that did not begin", at: offset)
    }
  }
}
