import Scan
import SystemIO

/// The error of a malformed message.
struct MalformedMessage: Error, Hashable {
  /// The reason.
  var reason: String
  /// The offset of the fault in the bytes.
  var offset: Int

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// Iterates over the fields of a message in protocol buffers' wire format (protobuf.dev,
/// “Encoding”).
///
/// Offsets count from the start of the outermost bytes, also in nested messages.
struct ProtobufCursor: ~Escapable {
  /// The encoding of a field's value.
  enum WireType: UInt8, Sendable {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case groupStart = 3
    case groupEnd = 4
    case fixed32 = 5
  }

  /// The number of a field and the encoding of its value.
  struct Tag: Sendable, Hashable {
    var field: Int
    var type: WireType
  }

  /// The outermost bytes.
  let bytes: Span<UInt8>
  /// The offset of the next byte.
  private(set) var offset: Int
  /// The end of the message.
  let end: Int

  /// The maximum nesting of skipped groups; real messages have at most two levels.
  private static let depthLimit = 64

  /// Makes a cursor over a range of the bytes; nil means all bytes.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>? = nil) {
    precondition(range.map { $0.lowerBound >= 0 && $0.upperBound <= bytes.count } ?? true)
    self.bytes = bytes
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  /// Reads the next tag; nil at the end of the message.
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

  /// Reads the next tag in a group; nil at the end of the group.
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
    return Tag(field: Int(number >> 3), type: type)
  }

  /// Reads a varint of one to ten bytes; most have one.
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

  /// Reads a fixed number of eight bytes.
  mutating func fixed64() throws(MalformedMessage) -> UInt64 {
    guard end - offset >= 8 else { throw MalformedMessage("a number is cut short", at: offset) }
    offset += 8
    return bytes.word(at: offset - 8)
  }

  /// Skips a length and that many bytes; returns their range.
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

  /// Skips the value of a field, or a whole group.
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
