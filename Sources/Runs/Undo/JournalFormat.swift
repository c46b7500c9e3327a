import Scan
import SystemIO

/// How a journal is spelled.
///
/// A line that says what the file is; then frames, each with its kind (one byte), the length of what it
/// holds (four bytes, the lowest first), a CRC-32C of the kind and of what it holds (four bytes), and
/// that. The first frame is about the run; a file is the frames of its steps, if it has any, and the
/// one that describes it; the last frame ends the journal, so that one that was cut is found out.
///
/// Steps are spelled as `DeltaSteps` says. A file of which nothing is in the result, as where both are
/// compressed, is pieces instead of steps.
enum JournalFormat {
  static let beginning: StaticString = "LaughTrack journal 1\n"

  enum FrameKind: UInt8 {
    /// JSON about the run.
    case run = 0x52
    case steps = 0x53
    /// What comes next of an original that stands here as it was.
    case piece = 0x50
    /// JSON about the file that the steps before it belong to.
    case file = 0x46
    /// Nothing follows.
    case end = 0x45
  }

  static let headerByteCount = 9
  /// How much of a piece goes into one frame.
  static let pieceByteCount = 256 << 10
  /// The longest frame there may be: the steps of as many lines as a thread deals with at once, as they
  /// were and as they are, or what is said of a file with long names.
  static let frameLimit = 8 << 20

  /// The checksum of a frame's kind and content.
  static func checksum(_ kind: UInt8, _ content: Span<UInt8>) -> UInt32 {
    checksum(kind, CRC32C.checksum(content), byteCount: content.count)
  }

  /// The same, by the content's own checksum.
  static func checksum(_ kind: UInt8, _ content: UInt32, byteCount: Int) -> UInt32 {
    var sum = CRC32C()
    sum.update(kind)
    return CRC32C.combined(sum.value, content, byteCount: byteCount)
  }
}
