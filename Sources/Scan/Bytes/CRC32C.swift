import CKernels

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), the checksum of LevelDB's log and of Google's
/// formats.
package struct CRC32C: Sendable, Hashable {
  private var state: UInt32 = ~0

  package init() {}

  /// Continues from a checksum.
  package init(continuing value: UInt32) { state = ~value }

  /// The checksum of the data so far.
  package var value: UInt32 { ~state }

  /// The checksum of one piece of data.
  package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    var sum = CRC32C()
    sum.update(bytes)
    return sum.value
  }

  /// Adds a byte.
  package mutating func update(_ byte: UInt8) {
    // SAFETY: the kernel reads one byte.
    state = unsafe withUnsafePointer(to: byte) { unsafe kernel_crc32c(state, $0, 1) }
  }

  /// Adds bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    // SAFETY: the kernel reads the span's bytes.
    state = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe kernel_crc32c(state, bytes.baseAddress, bytes.count)
    }
  }

  /// The polynomial without its highest power, the lowest one in the highest bit.
  static let reversedPolynomial: UInt32 = 0x82F6_3B78
}

extension CRC32C {
  /// The checksum in the masked form of LevelDB's log, so that a log inside a log does not verify
  /// itself.
  package static func masked(_ value: UInt32) -> UInt32 {
    (value >> 15 | value << 17) &+ maskDelta
  }

  /// The checksum of a masked form.
  package static func unmasked(_ stored: UInt32) -> UInt32 {
    let rotated = stored &- maskDelta
    return rotated >> 17 | rotated << 15
  }

  private static let maskDelta: UInt32 = 0xA282_EAD8
}
