/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), the checksum of LevelDB's log and of much of what
/// Google writes.
///
/// Sixteen bytes a step, from sixteen tables: what each byte contributes is looked up apart from the
/// others, so that the processor need not wait for one look-up before the next.
package struct CRC32C: Sendable, Hashable {
  private var state: UInt32 = ~0

  package init() {}

  /// Goes on with what has a checksum.
  init(continuing value: UInt32) { state = ~value }

  /// The checksum of all taken in so far; more may follow.
  package var value: UInt32 { ~state }

  /// The checksum of one piece of data.
  package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    var sum = CRC32C()
    sum.update(bytes)
    return sum.value
  }

  /// Takes in one byte.
  package mutating func update(_ byte: UInt8) {
    state = Self.tables[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
  }

  /// Takes in more bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    // SAFETY: every load ends at or before the span's end, and an index into the tables is a table's
    // number, below 16, times 256, plus a byte.
    state = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Self.tables.withUnsafeBufferPointer { tables in
        unsafe Self.updated(state, bytes, tables)
      }
    }
  }

  private static func updated(
    _ state: UInt32, _ bytes: UnsafeRawBufferPointer, _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    var state = state
    var offset = 0
    if bytes.count >= shortestFolded {
      offset = unsafe withFolded(bytes, state) { remainder in
        state = unsafe updated(0, remainder, tables)
      }
    }
    while offset &+ 16 <= bytes.count {
      let word = unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      // Twelve bytes do not wait for the state, and are looked up as they stand in memory.
      var sum: UInt32 = 0
      for place in 4..<16 {
        unsafe sum ^= tables[(15 &- place) &* 256 &+ Int(bytes[offset &+ place])]
      }
      state = unsafe sum ^ Self.lookedUp(word ^ state, tables)
      offset &+= 16
    }
    while offset < bytes.count {
      let index = unsafe UInt8(truncatingIfNeeded: state) ^ bytes[offset]
      state = unsafe tables[Int(index)] ^ (state >> 8)
      offset &+= 1
    }
    return state
  }

  /// What the first four of sixteen bytes contribute.
  @inline(__always)
  private static func lookedUp(_ word: UInt32, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    var sum: UInt32 = 0
    for index in 0..<4 {
      let byte = Int(UInt8(truncatingIfNeeded: word &>> UInt32(8 &* index)))
      unsafe sum ^= tables[(15 &- index) &* 256 &+ byte]
    }
    return sum
  }

  /// The polynomial without its highest power, the lowest one in the highest bit.
  static let reversedPolynomial: UInt32 = 0x82F6_3B78

  /// Sixteen tables of 256: what a byte contributes that is followed by none, by one, and so on.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte in 0..<256 as Range<UInt32> {
      var value = byte
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ reversedPolynomial }
      tables.append(value)
    }
    for index in 256..<16 * 256 {
      let shorter = tables[index - 256]
      tables.append(shorter >> 8 ^ tables[Int(shorter & 0xFF)])
    }
    return tables
  }()
}

extension CRC32C {
  /// A checksum as LevelDB's log stores it, so that a log within a log does not check itself.
  package static func masked(_ value: UInt32) -> UInt32 {
    (value >> 15 | value << 17) &+ maskDelta
  }

  /// The checksum that was stored so.
  package static func unmasked(_ stored: UInt32) -> UInt32 {
    let rotated = stored &- maskDelta
    return rotated >> 17 | rotated << 15
  }

  private static let maskDelta: UInt32 = 0xA282_EAD8
}
