import Scan
import SystemIO

/// The format of an undo journal.
///
/// It begins with the line `LaughTrack journal 1`. Frames follow: the kind (one byte), the length
/// of the content and a CRC-32C of kind and content (four bytes each, little-endian), and the
/// content. The first frame is about the run. Each file has the frames of its steps, if any, then
/// the frame that describes it. The last frame ends the journal, and shows that it is not
/// truncated.
///
/// `DeltaSteps` defines the steps. If the result shares no bytes with the original, for instance
/// because both are compressed, pieces of the original take the place of the steps.
enum JournalFormat {
  static let beginning = "LaughTrack journal 1\n"

  enum FrameKind: UInt8 {
    /// JSON about the run.
    case run = 0x52
    case steps = 0x53
    /// The next bytes of an original that is kept whole.
    case piece = 0x50
    /// JSON about a file, which ends its steps or pieces.
    case file = 0x46
    /// The end of the journal.
    case end = 0x45
  }

  static let headerByteCount = 9
  /// The bytes of an original in one frame of kind `piece`.
  static let pieceByteCount = 256 << 10
  /// The longest content of a frame: the old and new bytes of as many lines as one thread rewrites
  /// at a time, or the description of a file with long names.
  static let frameLimit = 8 << 20

  /// The checksum of a frame's kind and content, from the content's checksum.
  static func checksum(_ kind: UInt8, _ content: UInt32, byteCount: Int) -> UInt32 {
    var sum = CRC32C()
    sum.update(kind)
    return CRC32C.combined(sum.value, content, byteCount: byteCount)
  }
}

/// Reads the frames of a journal and verifies their checksums.
struct JournalFrames: ~Copyable {
  private var window: ByteWindow

  init(_ file: consuming InputFile) {
    window = ByteWindow(
      file, limit: JournalFormat.frameLimit + JournalFormat.headerByteCount)
  }

  /// The place of the next frame.
  var place: Place { Place(file: window.path, byte: window.offset) }

  /// Whether there are no more frames.
  var isAtEnd: Bool {
    mutating get throws { try !window.fill(to: 1) }
  }

  /// Reads the journal's first line.
  mutating func begin() throws {
    guard try window.begins(with: JournalFormat.beginning) else {
      throw DamagedJournal(place: Place(file: window.path), reason: nil)
    }
    window.drop(JournalFormat.beginning.utf8.count)
  }

  /// The next frame.
  mutating func next() throws -> (kind: JournalFormat.FrameKind, content: [UInt8]) {
    guard try window.fill(to: JournalFormat.headerByteCount) else {
      throw damage("it is cut short")
    }
    let byte = window.bytes[0]
    let (length, sum) = (number(at: 1), number(at: 5))
    guard let kind = JournalFormat.FrameKind(rawValue: byte), length <= JournalFormat.frameLimit
    else { throw damage("unexpected bytes") }
    let end = JournalFormat.headerByteCount + Int(length)
    guard try window.fill(to: end) else { throw damage("it is cut short") }
    let content = window.bytes.extracting(JournalFormat.headerByteCount..<end).copied
    let found = JournalFormat.checksum(
      byte, CRC32C.checksum(content.span), byteCount: content.count)
    guard found == sum else {
      throw damage("a checksum does not match")
    }
    window.drop(end)
    return (kind, content)
  }

  borrowing func damage(_ reason: String) -> DamagedJournal {
    DamagedJournal(place: place, reason: reason)
  }

  private borrowing func number(at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(window.bytes[place + $1]) << (8 * UInt32($1)) }
  }
}
