import Scan
import SystemIO

/// The framing of LevelDB's log format, in which managed exports store their records (LevelDB,
/// `doc/log_format.md`).
///
/// A file consists of blocks of 32 KiB. A record is one fragment, or several if it crosses a
/// block's end; a fragment never does. The end of a block that is too short for a header is zero.
enum LogFrames {
  static let blockByteCount = 32 << 10
  static let headerByteCount = 7

  /// The position of a fragment in its record.
  enum FragmentKind: UInt8, Sendable {
    case full = 1
    case first = 2
    case middle = 3
    case last = 4

    init(isFirst: Bool, isLast: Bool) {
      self =
        switch (isFirst, isLast) {
        case (true, true): .full
        case (true, false): .first
        case (false, false): .middle
        case (false, true): .last
        }
    }
  }

  /// The seven-byte header of a fragment.
  struct Header: Sendable, Hashable {
    /// The masked checksum.
    var storedChecksum: UInt32
    /// The number of bytes after the header.
    var byteCount: Int
    /// The raw value of a `FragmentKind`, if valid.
    var type: UInt8

    /// Reads the header at an offset.
    ///
    /// - Precondition: the header is complete.
    init(_ bytes: Span<UInt8>, at offset: Int) {
      if bytes.count - offset > LogFrames.headerByteCount {
        let word = bytes.word(at: offset)
        storedChecksum = UInt32(truncatingIfNeeded: word)
        byteCount = Int(UInt16(truncatingIfNeeded: word >> 32))
        type = UInt8(truncatingIfNeeded: word >> 48)
        return
      }
      storedChecksum =
        UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
        | UInt32(bytes[offset + 3]) << 24
      byteCount = Int(bytes[offset + 4]) | Int(bytes[offset + 5]) << 8
      type = bytes[offset + 6]
    }

    /// Makes the header of a fragment.
    init(_ kind: FragmentKind, _ payload: Span<UInt8>) {
      storedChecksum = LogFrames.storedChecksum(kind.rawValue, payload)
      byteCount = payload.count
      type = kind.rawValue
    }

    /// Whether the checksum is that of the fragment, whose header is at an offset.
    ///
    /// - Precondition: the fragment is complete.
    func verifies(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
      // The checksum covers the type, the last byte of the header.
      let payload = offset &+ LogFrames.headerByteCount
      let sum = CRC32C.checksum(bytes.extracting(payload &- 1..<payload &+ byteCount))
      return CRC32C.masked(sum) == storedChecksum
    }

    /// Whether it is the zero padding at the end of a block.
    var isPadding: Bool { storedChecksum == 0 && byteCount == 0 && type == 0 }

    var kind: FragmentKind? { FragmentKind(rawValue: type) }

    /// The encoded header.
    var bytes: [UInt8] {
      Array(littleEndian: storedChecksum) + [UInt8(byteCount & 0xFF), UInt8(byteCount >> 8), type]
    }
  }

  /// The number of bytes from a file offset to the end of its block; at least one.
  static func byteCountLeft(inBlockAt offset: Int) -> Int {
    blockByteCount - offset % blockByteCount
  }

  /// The masked checksum of a fragment's type and bytes.
  static func storedChecksum(_ type: UInt8, _ payload: Span<UInt8>) -> UInt32 {
    var sum = CRC32C()
    sum.update(type)
    sum.update(payload)
    return CRC32C.masked(sum.value)
  }
}
