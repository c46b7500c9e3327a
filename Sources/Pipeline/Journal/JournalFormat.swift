import ByteIO

/// How a journal is spelled.
///
/// A line that says what the file is; then frames, each with its kind (one byte), the length of what it
/// holds (four bytes, the lowest first), a CRC-32C of the kind and of what it holds (four bytes), and
/// that. The first frame is about the run; a file is the frames of its steps, if it has any, and the
/// one that describes it; the last frame ends the journal, so that one that was cut is found out.
///
/// A step is three numbers, seven bits a byte with the lowest first, and bytes: how many bytes of the
/// result are copied, how many are passed over then, how many bytes of the original come in their
/// place, and those.
enum JournalFormat {
  static let beginning: StaticString = "LaughTrack journal 1\n"

  enum FrameKind: UInt8 {
    /// JSON about the run.
    case run = 0x52
    case steps = 0x53
    /// JSON about the file that the steps before it belong to.
    case file = 0x46
    /// Nothing follows.
    case end = 0x45
  }

  static let headerByteCount = 9
  /// How much of steps goes into one frame.
  static let stepsByteCount = 64 << 10
  /// The longest frame there is: one step more than fits, or what is said of a file with long names.
  static let frameLimit = 1 << 20

  static func checksum(_ kind: UInt8, _ content: Span<UInt8>) -> UInt32 {
    var sum = CRC32C()
    sum.update(kind)
    sum.update(content)
    return sum.value
  }
}
