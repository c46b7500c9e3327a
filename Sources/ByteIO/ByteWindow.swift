/// The part of an input that is in memory: bytes come in at its end and are given up at its front.
///
/// One buffer, used over and over; it grows only when a single record needs it, and never past a
/// limit.
package struct ByteWindow: ~Copyable {
  /// How an attempt to read on went.
  package enum Refill: Sendable {
    /// There are more bytes than before.
    case more
    /// The input ends here.
    case end
    /// The window holds as much as it may.
    case full
  }

  private let file: InputFile
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  private var hash: SHA256?

  /// The offset in the input of the window's first byte.
  package private(set) var offset = 0
  /// Whether the input's last byte is in the window.
  package private(set) var isAtEnd = false
  /// How much it may hold.
  package var limit: Int

  /// A window on an open input.
  ///
  /// - Parameters:
  ///   - byteCount: how much it holds at first.
  ///   - limit: how much it may grow to hold.
  ///   - hashes: whether the digest of all that is read is wanted.
  package init(
    _ file: consuming InputFile, byteCount: Int = 512 << 10, limit: Int = 17 << 20,
    hashes: Bool = false
  ) {
    self.file = file
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: byteCount)
    hash = hashes ? SHA256() : nil
  }

  /// The path as the user wrote it, or `<stdin>`.
  package var path: String { file.path }
  /// What the input is.
  package var status: FileStatus { file.status }
  /// How many bytes are in the window.
  package var count: Int { end - start }
  /// How many bytes were read from the input so far.
  package var byteCountRead: Int { offset + count }

  /// The bytes in the window.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { buffer.span.extracting(start..<end) }
  }

  /// Changes a byte in place; what was hashed is what was read.
  package mutating func replaceByte(at place: Int, with byte: UInt8) {
    precondition(place >= 0 && place < count)
    buffer[start + place] = byte
  }

  /// Gives up bytes at the front.
  package mutating func drop(_ byteCount: Int) {
    precondition(byteCount >= 0 && byteCount <= count)
    start += byteCount
    offset += byteCount
  }

  /// Reads on, moving what is left to the front, or growing where there is no room.
  package mutating func refill() throws(SystemError) -> Refill {
    if isAtEnd { return .end }
    if start > 0 {
      // SAFETY: both ranges lie within the buffer; the standard library copies overlapping ones.
      unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      end -= start
      start = 0
    }
    if end == buffer.count {
      guard buffer.count < limit else { return .full }
      var added = min(buffer.count, limit - buffer.count)
      // No more than the file has left, and a byte of room, in which its end is found.
      let left = file.status.kind == .regular ? file.status.byteCount - byteCountRead : 0
      if left > 0 { added = min(added, left + 1) }
      buffer.append(contentsOf: repeatElement(0, count: added))
    }
    let count = try file.read(into: &buffer, from: end)
    if var hash = hash.take() {
      hash.update(buffer.span.extracting(end..<end + count))
      self.hash = hash
    }
    end += count
    isAtEnd = count == 0
    return isAtEnd ? .end : .more
  }

  /// The digest of all that was read, where one was asked for.
  package func digest() -> SHA256.Digest? { hash?.digest() }
}
