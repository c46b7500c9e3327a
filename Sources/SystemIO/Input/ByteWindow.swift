package import Scan

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

  /// The input, unless a program reads it.
  private var file: InputFile?
  private var decompressed: DecompressedInput?
  private var compressed: DecompressedInput.Whole?
  private var mended: MendedInput?
  /// How many bytes of the file were read, where other bytes stand for some of them.
  private var fileByteCountRead = 0
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  private var hash: SHA256?
  /// How many bytes of the input are hashed, from its start.
  private var hashedByteCount = 0
  /// Adds up what is read, here or at places of others' choice.
  private let sum: FileChecksum?

  /// The offset in the input of the window's first byte.
  package private(set) var offset = 0
  /// Whether the input's last byte is in the window.
  package private(set) var isAtEnd = false
  /// How much it may hold.
  package var limit: Int
  /// The path as the user wrote it, or `<stdin>`.
  package let path: String
  /// What the input is.
  package let status: FileStatus

  /// How many bytes a file had to read when it was opened; nil where the input has no size.
  private let fileByteCount: Int?

  /// A window on an open input.
  ///
  /// - Parameters:
  ///   - byteCount: how much it holds at first.
  ///   - limit: how much it may grow to hold.
  ///   - hashes: whether the digest of all that is read is wanted.
  ///   - sum: adds up what is read, which keeps nobody from reading at places of their own choice.
  package init(
    _ file: consuming InputFile, byteCount: Int = 512 << 10, limit: Int = 17 << 20,
    hashes: Bool = false, sum: FileChecksum? = nil
  ) {
    (path, status) = (file.path, file.status)
    fileByteCount = status.kind == .regular ? status.byteCount - file.start : nil
    self.file = consume file
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: byteCount)
    hash = hashes ? SHA256() : nil
    self.sum = sum
  }

  /// The compression of the input, where the window is on what it holds.
  package private(set) var compression: Compression?
  /// How much of a compressed input is read so far.
  package private(set) var fed: FedByteCount?
  /// How many bytes the input itself has that were read so far; of a compressed one, when all of it
  /// was read.
  package var inputByteCount: Int {
    compressed?.byteCount ?? (isMended ? fileByteCountRead : byteCountRead)
  }
  /// Whether other bytes stand in the place of some of the input's.
  package private(set) var isMended = false
  /// How many bytes are in the window.
  package var count: Int { end - start }
  /// How many bytes were read from the input so far.
  package var byteCountRead: Int { offset + count }

  /// The bytes in the window.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { buffer.span.extracting(start..<end) }
  }

  /// Gives up bytes at the front.
  package mutating func drop(_ byteCount: Int) {
    precondition(byteCount >= 0 && byteCount <= count)
    start += byteCount
    offset += byteCount
  }

  /// Reads on, moving what is left to the front, or growing where there is no room.
  ///
  /// - Throws: `SystemError`, and `DamagedCompression` of a compressed input.
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
      // No more than the file has left, and a byte of room, in which its end is found.
      let isWhole = compression == nil && !isMended && status.kind == .regular
      let left = isWhole ? status.byteCount - byteCountRead : 0
      if left > 0 { added = min(added, left + 1) }
      buffer.append(contentsOf: repeatElement(0, count: added))
    }
    let count = try read()
    end += count
    isAtEnd = count == 0
    if isAtEnd { try checkLength() }
    if isAtEnd { compressed = decompressed?.whole() }
    return isAtEnd ? .end : .more
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
    let count = try file?.read(into: &buffer, from: start) ?? 0
    let bytes = buffer.span.extracting(start..<start + count)
    let place = isMended ? fileByteCountRead : byteCountRead
    try enterDigest(bytes, at: place)
    sum?.enter(bytes, at: place)
    fileByteCountRead += count
    return count
  }

  /// A file that ends before its end was cut while it was read, and all that was found may be wrong.
  private func checkLength() throws {
    guard compression == nil, let expected = fileByteCount, inputByteCount < expected else {
      return
    }
    throw OutputRefusal(
      .inputOutput,
      "'\(path)' became shorter while it was read: \(inputByteCount) of \(expected) bytes",
      hint: "run again when nothing else writes to it")
  }

  /// Gives all that is left of the input, piece by piece.
  ///
  /// - Precondition: nothing is in the window.
  package mutating func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
    precondition(count == 0)
    while try refill() == .more {
      try body(bytes)
      drop(count)
    }
  }

  /// The digest of all that was read, where one was asked for; of a compressed input, that of its
  /// compressed bytes.
  package func digest() -> SHA256.Digest? { compressed?.digest ?? hash?.digest() }

  /// The checksum of all of the input, where one was asked for; of a compressed input, that of its
  /// compressed bytes.
  package func checksum() -> FileIdentity.Checksum? {
    if let digest = digest() { return .sha256(digest) }
    return crc32c().map { .crc32c($0) }
  }

  /// The same, whether a digest was asked for as well or not.
  package func crc32c() -> UInt32? { sum?.value(ofFirst: inputByteCount) }

  /// Looks at what the compressed input holds from here on, instead of at the input itself.
  ///
  /// - Precondition: nothing was given up yet.
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

  /// Looks at other bytes in some places of the input, or of what it holds compressed.
  ///
  /// - Precondition: nothing was given up yet.
  package mutating func mend(_ mending: Mending) {
    precondition(offset == 0 && !isMended)
    mended = MendedInput(mending, from: Array(buffer[start..<end]), path: path)
    isMended = true
    (start, end, isAtEnd) = (0, 0, false)
  }

  // MARK: Places

  /// The input, to be read at places of the reader's choice; nil where it has none, or where all of
  /// it is hashed on its way.
  ///
  /// - Parameter entersDigest: whether the reader enters what it reads elsewhere, in order, into the
  ///   digest.
  package borrowing func positionedFile(
    entersDigest: Bool = false
  ) throws(SystemError) -> PositionedFile? {
    guard hash == nil || entersDigest, compression == nil, !isMended else { return nil }
    return try file?.positioned(adding: sum)
  }

  /// Whether the digest of all that is read is wanted.
  package var isHashing: Bool { hash != nil }

  /// Enters bytes of the input into the digest, where that is wanted; what is in it already counts once.
  ///
  /// - Throws: `OutputRefusal` where bytes before them are not in it, because the input was another when
  ///   they were looked for.
  package mutating func enterDigest(_ bytes: Span<UInt8>, at place: Int) throws {
    let known = hashedByteCount - place
    guard !bytes.isEmpty, known < bytes.count, isHashing else { return }
    guard known >= 0, var hash = hash.take() else { throw OutputRefusal.inputChanged(path) }
    hash.update(bytes.extracting(known..<bytes.count))
    hashedByteCount = place + bytes.count
    self.hash = hash
  }

  /// Goes on at another place of a file.
  package mutating func move(to place: Int) throws(SystemError) {
    try file?.move(to: place)
    (start, end, offset, isAtEnd) = (0, 0, place, false)
  }

  /// Looks at lines that were read otherwise; they get what was in the window instead.
  package mutating func exchange(with lines: inout FileStretch) {
    swap(&buffer, &lines.buffer)
    let (range, offset) = (start..<end, offset)
    (start, end, self.offset) = (lines.range.lowerBound, lines.range.upperBound, lines.offset)
    (lines.range, lines.offset) = (range, offset)
  }
}
