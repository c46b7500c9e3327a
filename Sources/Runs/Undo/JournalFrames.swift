import Scan
import SystemIO

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
    guard JournalFormat.checksum(byte, content.span) == sum else {
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
