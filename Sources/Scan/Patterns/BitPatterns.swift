/// The common bits of binary records of known shapes, compared 32 bytes at a time.
///
/// Unlike `RecordPattern`, which is for text with quoted values, it is for records with explicit
/// lengths: records of one structure have values of equal lengths with any bytes. The patterns are
/// held together and found by the length of the record.
package struct BitPatterns: Sendable {
  private typealias Block = SIMD4<UInt64>

  private struct Entry {
    /// The length of a record.
    var byteCount: Int
    var blocks: Range<Int>
    var guards: Range<Int>
    /// The next entry of the same lookup; -1 if there is none.
    var next: Int
  }

  /// 32 bytes that must not contain a given byte.
  private struct Guard {
    var place: Int
    var flips: Block
    var sums: Block
  }

  private var entries: [Entry] = []
  /// The first entry for each low byte of a length; -1 if there is none.
  private var heads = [Int](repeating: -1, count: 256)
  /// For each 32 bytes, their values and the bits that count.
  private var blocks: [(bytes: Block, mask: Block)] = []
  private var guards: [Guard] = []

  package init() {}

  /// Adds a pattern; its index is the number of patterns before it.
  ///
  /// - Parameters:
  ///   - mask: for each byte, the bits that must be equal.
  ///   - range: a range that must not contain a byte below 0x80; of its bytes the top bit counts
  ///     and is not set.
  /// - Precondition: there are at least 32 bytes.
  package mutating func add(
    _ bytes: Span<UInt8>, mask: [UInt8], excluding excluded: UInt8, in range: Range<Int>
  ) {
    precondition(bytes.count == mask.count && bytes.count >= 32 && excluded < 0x80)
    let starts = stride(from: 0, to: bytes.count, by: 32).map { min($0, bytes.count - 32) }
    let (firstBlock, firstGuard) = (blocks.count, guards.count)
    for start in starts {
      blocks.append((Self.block { bytes[start + $0] }, Self.block { mask[start + $0] }))
      guard !range.clamped(to: start..<start + 32).isEmpty else { continue }
      guards.append(
        Guard(
          place: start, flips: Self.block { range.contains(start + $0) ? excluded : 0 },
          sums: Self.block { range.contains(start + $0) ? 0x7F : 0x80 }))
    }
    let head = bytes.count & 0xFF
    entries.append(
      Entry(
        byteCount: bytes.count, blocks: firstBlock..<blocks.count,
        guards: firstGuard..<guards.count, next: heads[head]))
    heads[head] = entries.count - 1
  }

  private static func block(_ byte: (Int) -> UInt8) -> Block {
    var block = Block(repeating: 0)
    for index in 0..<32 { block[index / 8] |= UInt64(byte(index)) << UInt64(8 * (index % 8)) }
    return block
  }

  /// The index of the pattern that a record matches; nil if there is none.
  package func match(_ bytes: Span<UInt8>, at offset: Int, byteCount: Int) -> Int? {
    precondition(offset >= 0 && byteCount >= 0 && bytes.count &- offset >= byteCount)
    var number = heads[byteCount & 0xFF]
    guard number >= 0 else { return nil }
    // SAFETY: an entry's places lie 32 bytes or more before the end of a record of its length, which
    // lies in the bytes, so that these have an address; an entry's ranges and its next are those of
    // blocks, guards and entries.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe entries.withUnsafeBufferPointer { entries in
        guard let base = bytes.baseAddress else { return nil }
        while number >= 0 {
          let entry = unsafe entries[number]
          if entry.byteCount == byteCount, unsafe matches(entry, base + offset) { return number }
          number = entry.next
        }
        return nil
      }
    }
  }

  /// Whether a record has the bits of a pattern, and lacks its excluded byte.
  @inline(__always) @unsafe
  private func matches(_ entry: Entry, _ record: UnsafeRawPointer) -> Bool {
    unsafe blocks.withUnsafeBufferPointer { blocks in
      guard let base = blocks.baseAddress else { return false }
      var block = unsafe base + entry.blocks.lowerBound
      // The last 32 bytes overlap the ones before.
      var wrong = unsafe Self.difference(
        record, at: entry.byteCount &- 32, block[entry.blocks.count &- 1])
      var place = 0
      while place < entry.byteCount &- 32 {
        unsafe wrong |= Self.difference(record, at: place, block.pointee)
        unsafe block += 1
        place &+= 32
      }
      guard wrong[0] | wrong[1] | wrong[2] | wrong[3] == 0 else { return false }
      return unsafe guards.withUnsafeBufferPointer { guards in
        var good = Block(repeating: ~0)
        for index in entry.guards {
          let one = unsafe guards[index]
          let word = unsafe record.loadUnaligned(fromByteOffset: one.place, as: Block.self)
          // Only the excluded byte becomes zero; no sum carries into the next byte.
          good &= ((word ^ one.flips) & Self.lowBits) &+ one.sums
        }
        return good[0] & good[1] & good[2] & good[3] & Self.topBits == Self.topBits
      }
    }
  }

  /// The differing bits that count, in 32 bytes of a record and a pattern.
  @inline(__always) @unsafe
  private static func difference(
    _ record: UnsafeRawPointer, at place: Int, _ block: (bytes: Block, mask: Block)
  ) -> Block {
    (unsafe record.loadUnaligned(fromByteOffset: place, as: Block.self) ^ block.bytes) & block.mask
  }

  private static var topBits: UInt64 { 0x8080_8080_8080_8080 }
  private static var lowBits: Block { Block(repeating: ~topBits) }
}
