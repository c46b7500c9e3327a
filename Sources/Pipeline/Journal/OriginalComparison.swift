import ByteIO

/// Finds out whether a file is an original, of which a journal keeps only what differs from the result.
///
/// What is kept must stand in it; and with what is kept of the result in the place of that, it must make
/// up the result.
struct OriginalComparison: ~Copyable {
  private var window: ByteWindow
  private var sum = CRC32C()
  private var byteCount = 0
  private var isWhole = false
  private var isSame = true

  init(_ candidate: consuming InputFile) { window = ByteWindow(candidate) }

  mutating func take(_ change: JournalReader.Change) throws {
    switch change {
    case .piece(let bytes):
      isWhole = true
      try compare(bytes.span)
    case .steps(var steps):
      while let step = try steps.next() {
        try pass(step.copied)
        sum.update(steps.bytes.span.extracting(step.passed))
        byteCount += step.passed.count
        try compare(steps.bytes.span.extracting(step.inserted))
      }
    }
  }

  mutating func finish(_ file: JournalFile) throws -> Bool {
    guard isSame, try window.count == 0 && window.refill() == .end else { return false }
    guard let result = file.result, !isWhole else { return true }
    return result == JournalFile.Identity(byteCount: byteCount, checksum: sum.value)
  }

  /// Moves over bytes that are in the result, too.
  private mutating func pass(_ count: Int) throws {
    var left = count
    while left > 0, isSame {
      if window.count == 0, try window.refill() != .more { return isSame = false }
      let piece = min(left, window.count)
      sum.update(window.bytes.extracting(0..<piece))
      byteCount += piece
      window.drop(piece)
      left -= piece
    }
  }

  private mutating func compare(_ bytes: Span<UInt8>) throws {
    var start = 0
    while start < bytes.count, isSame {
      if window.count == 0, try window.refill() != .more { return isSame = false }
      let piece = min(bytes.count - start, window.count)
      let same = bytes.sameByteCount(from: start, as: window.bytes, from: 0, limit: piece)
      if same < piece { isSame = false }
      window.drop(piece)
      start += piece
    }
  }
}
