import Scan
import SystemIO

/// The framing of LevelDB's log, in which managed exports keep their records (LevelDB,
/// `doc/log_format.md`).
///
/// A file is blocks of 32 KiB. A record is one fragment, or several where it runs over the end of a
/// block; a fragment never does. What is left of a block where no header fits is zero.
enum LogFrames {
  static let blockByteCount = 32 << 10
  static let headerByteCount = 7

  /// What a fragment is of its record.
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

  /// The seven bytes before a fragment.
  struct Header: Sendable, Hashable {
    /// The checksum as it is stored.
    var storedChecksum: UInt32
    /// How many bytes follow the header.
    var byteCount: Int
    /// What is to be a `FragmentKind`.
    var type: UInt8

    /// Reads the header that begins at an offset.
    ///
    /// - Precondition: all of it is there.
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

    /// The header of a fragment.
    init(_ kind: FragmentKind, _ payload: Span<UInt8>) {
      storedChecksum = LogFrames.storedChecksum(kind.rawValue, payload)
      byteCount = payload.count
      type = kind.rawValue
    }

    /// What the file is filled up with where no fragment follows in a block.
    var isPadding: Bool { storedChecksum == 0 && byteCount == 0 && type == 0 }

    var kind: FragmentKind? { FragmentKind(rawValue: type) }

    /// The header as it is written.
    var bytes: [UInt8] {
      let sum = (0..<4).map { UInt8(truncatingIfNeeded: storedChecksum >> (8 * $0)) }
      return sum + [UInt8(byteCount & 0xFF), UInt8(byteCount >> 8), type]
    }
  }

  /// How many bytes the block has from an offset in the file on; never none.
  static func byteCountLeft(inBlockAt offset: Int) -> Int {
    blockByteCount - offset % blockByteCount
  }

  /// The checksum of a fragment as its header has it: of its type and its bytes.
  static func storedChecksum(_ type: UInt8, _ payload: Span<UInt8>) -> UInt32 {
    var sum = CRC32C()
    sum.update(type)
    sum.update(payload)
    return CRC32C.masked(sum.value)
  }
}
