package import Scan

/// The part of an input that is in memory: bytes are read at its end and dropped at its front.
///
/// It reuses one buffer, which grows only for a single record, up to a limit.
package struct ByteWindow: ~Copyable {
  /// The result of reading on.
  package enum Refill: Sendable {
    /// More bytes are in the window.
    case more
    /// The input has ended.
    case end
    /// The window is at its limit.
    case full
  }

  /// The input, unless a decompressor reads it.
  private var file: InputFile?
  private var decompressed: DecompressedInput?
  private var mended: MendedInput?
  /// The bytes read of the file, if mended records replace some of them.
  private var fileByteCountRead = 0
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  private var hash: StreamHash?
  /// The bytes of the input that are hashed, from its start.
  private var hashedByteCount = 0
  /// Adds up the bytes read, by this window or at positions.
  private var sum: FileChecksum?
  /// The range of the file that is read; nil is all of it.
  private var range: Range<Int>?

  /// The offset in the input of the window's first byte.
  package private(set) var offset = 0
  /// Whether the input's last byte is in the window.
  package private(set) var isAtEnd = false
  /// The most bytes it may hold.
  package var limit: Int
  /// The path as the user wrote it, or `<stdin>`.
  package let path: String
  /// The input's status.
  package let status: FileStatus

  /// The size of a file when it was opened, or of the range that is read; nil for a stream.
  private var fileByteCount: Int?

  /// Creates a window on an open input.
  ///
  /// - Parameters:
  ///   - byteCount: its initial size.
  ///   - limit: its greatest size.
  ///   - hashes: whether to compute the digest of the input.
  ///   - sum: adds up the bytes read; unlike a digest, it allows reading at positions.
  package init(
    _ file: consuming InputFile, byteCount: Int = 512 << 10, limit: Int = 17 << 20,
    hashes: Bool = false, sum: FileChecksum? = nil
  ) {
    (path, status) = (file.path, file.status)
    fileByteCount = status.kind == .regular ? status.byteCount - file.start : nil
    self.file = consume file
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: byteCount)
    hash = hashes ? StreamHash() : nil
    self.sum = sum
  }

  /// The compression of the input, if the window is on its decompressed content.
  package private(set) var compression: Compression?
  /// The compressed bytes read so far.
  package private(set) var fed: FedByteCount?
  /// The input's own bytes read so far; for a compressed input, once all of it is read.
  package var inputByteCount: Int {
    if isAtEnd, let fed { return fed.value }
    return isMended ? fileByteCountRead : byteCountRead
  }
  /// Whether mended records replace bytes of the input.
  package private(set) var isMended = false
  /// The number of bytes in the window.
  package var count: Int { end - start }
  /// The offset in the input of the first byte not read.
  private var readEnd: Int { offset + count }
  /// The number of bytes read so far.
  package var byteCountRead: Int { readEnd - (range?.lowerBound ?? 0) }

  /// The bytes in the window.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { buffer.span.extracting(start..<end) }
  }

  /// Removes and returns all bytes, without a copy if none were dropped.
  package mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    taken.removeSubrange(end...)
    taken.removeSubrange(..<start)
    offset += taken.count
    (start, end) = (0, 0)
    return taken
  }

  /// All bytes as an array in the window's own memory, which is copied only if either changes
  /// meanwhile; nil if the input goes on, or bytes before them are in that memory.
  package mutating func shared() throws -> [UInt8]? {
    guard start == 0, try refill() == .end else { return nil }
    buffer.removeSubrange(end...)
    return buffer
  }

  /// Drops bytes at the front.
  package mutating func drop(_ byteCount: Int) {
    precondition(byteCount >= 0 && byteCount <= count)
    start += byteCount
    offset += byteCount
  }

  /// Reads on, moving the rest to the front, or growing if there is no room.
  ///
  /// - Throws: `SystemError`, and `DamagedCompression` for a compressed input.
  package mutating func refill() throws -> Refill {
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
      // The rest of the file, and one byte to detect its end.
      let isWhole = compression == nil && !isMended && status.kind == .regular
      let left = isWhole ? status.byteCount - readEnd : 0
      if left > 0 { added = min(added, left + 1) }
      buffer += [UInt8](repeating: 0, count: added)
    }
    let count = try read()
    end += count
    isAtEnd = count == 0
    if isAtEnd { try checkLength() }
    return isAtEnd ? .end : .more
  }

  /// Reads on until the window holds a number of bytes, or is at its limit or the input's end; by
  /// default all that it can hold.
  ///
  /// - Returns: whether it holds that many.
  @discardableResult
  package mutating func fill(to byteCount: Int = .max) throws -> Bool {
    while count < byteCount, try refill() == .more {}
    return count >= byteCount
  }

  /// Whether the bytes at the window's start are these, read on as far as needed.
  package mutating func begins(with beginning: String) throws -> Bool {
    try fill(to: beginning.utf8.count)
    return bytes.begins(with: beginning)
  }

  private mutating func read() throws -> Int {
    var buffer: [UInt8] = []
    swap(&buffer, &self.buffer)
    defer { swap(&buffer, &self.buffer) }
    guard var mended = mended.take() else { return try readInput(into: &buffer, from: end) }
    defer { self.mended = mended }
    return try mended.read(into: &buffer, from: end) { try readInput(into: &$0, from: 0) }
  }

  private mutating func readInput(into buffer: inout [UInt8], from start: Int) throws -> Int {
    if let count = try decompressed?.read(into: &buffer, from: start) { return count }
    var count = try file?.read(into: &buffer, from: start) ?? 0
    let place = isMended ? fileByteCountRead : readEnd
    if let range { count = min(count, range.upperBound - place) }
    let bytes = buffer.span.extracting(start..<start + count)
    try enterDigest(bytes, at: place)
    sum?.enter(bytes, at: place)
    fileByteCountRead += count
    return count
  }

  /// A file that ends before its size was truncated meanwhile, and all findings may be wrong.
  private func checkLength() throws {
    guard compression == nil, let expected = fileByteCount, inputByteCount < expected else {
      return
    }
    throw OutputRefusal(
      .inputOutput,
      "'\(path)' became shorter while it was read: \(inputByteCount) of \(expected) bytes",
      hint: "run again when nothing else writes to it")
  }

  /// Lends the rest of the input in pieces.
  ///
  /// - Precondition: the window is empty.
  package mutating func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
    precondition(count == 0)
    while try refill() == .more {
      try body(bytes)
      drop(count)
    }
  }

  /// The digest of the input, if requested; of the compressed bytes for a compressed input.
  package func digest() -> SHA256.Digest? {
    if isAtEnd, let digest = decompressed?.digest() { return digest }
    return hash?.digest()
  }

  /// The checksum of the input, if requested; of the compressed bytes for a compressed input.
  package func checksum() -> FileIdentity.Checksum? {
    if let digest = digest() { return .sha256(digest) }
    return crc32c().map { .crc32c($0) }
  }

  /// The same, with or without a digest.
  package func crc32c() -> UInt32? {
    let start = range?.lowerBound ?? 0
    return sum?.value(of: start..<start + inputByteCount)
  }

  /// Reads only a range of the file from here on; offsets remain those in the file, and the digest
  /// is that of the range.
  ///
  /// - Precondition: no bytes were dropped, and the input is neither compressed nor mended.
  package mutating func narrow(to range: Range<Int>) throws(SystemError) {
    precondition(offset == 0 && compression == nil && !isMended)
    try move(to: range.lowerBound)
    self.range = range
    fileByteCount = range.count
    hashedByteCount = range.lowerBound
    if isHashing { hash = StreamHash() }
    if sum != nil { sum = FileChecksum() }
  }

  /// Switches to the decompressed content from here on.
  ///
  /// - Precondition: no bytes were dropped.
  /// - Throws: `MissingProgram`, `SystemError`.
  package mutating func decompress(_ compression: Compression) throws {
    precondition(offset == 0 && self.compression == nil)
    guard let file = file.take() else { return }
    let input = try DecompressedInput(
      file, from: Array(buffer[start..<end]), compression, hash: hash.take(), sum: sum)
    fed = input.fed
    decompressed = consume input
    self.compression = compression
    (start, end, isAtEnd) = (0, 0, false)
  }

  /// Replaces some ranges of the input, or of its decompressed content, by mended records.
  ///
  /// - Precondition: no bytes were dropped.
  package mutating func mend(_ mending: Mending) {
    precondition(offset == 0 && !isMended)
    mended = MendedInput(mending, from: Array(buffer[start..<end]), path: path)
    isMended = true
    (start, end, isAtEnd) = (0, 0, false)
  }

  // MARK: Places

  /// The input for reading at positions; nil for a stream. What is read there must be passed, in
  /// order, to `enterDigest`.
  package borrowing func positionedFile() throws(SystemError) -> PositionedFile? {
    guard compression == nil, !isMended else { return nil }
    return try file?.positioned(upTo: range?.upperBound, adding: sum)
  }

  /// Whether the digest of the input is requested.
  package var isHashing: Bool { hash != nil }

  /// Adds bytes of the input to the digest, if requested; bytes that it has count once.
  ///
  /// - Throws: `OutputRefusal` if bytes before them are missing, because the input changed while it
  ///   was read.
  package mutating func enterDigest(_ bytes: Span<UInt8>, at place: Int) throws {
    let known = hashedByteCount - place
    guard !bytes.isEmpty, known < bytes.count, isHashing else { return }
    guard known >= 0 else { throw OutputRefusal.inputChanged(path) }
    hash?.update(bytes.extracting(known..<bytes.count))
    hashedByteCount = place + bytes.count
  }

  /// Continues at another position of the file.
  package mutating func move(to place: Int) throws(SystemError) {
    try file?.move(to: place)
    (start, end, offset, isAtEnd) = (0, 0, place, false)
  }

  /// Swaps in lines that were read elsewhere; they get the window's bytes.
  package mutating func exchange(with lines: inout FileStretch) {
    swap(&buffer, &lines.buffer)
    let (range, offset) = (start..<end, offset)
    (start, end, self.offset) = (lines.range.lowerBound, lines.range.upperBound, lines.offset)
    (lines.range, lines.offset) = (range, offset)
  }
}
