import Scan
import Synchronization

/// Replaces ranges of an input by mended records while it is read.
///
/// A class: the caller passes it to the input and afterwards reads the count of changes.
package final class Mending: Sendable {
  /// A range of the input and its possible replacements.
  package struct Mend: Sendable {
    /// The offsets of the rejected record in the decompressed input.
    package var range: Range<Int>
    /// The CRC-32C of the expected bytes.
    package var checksum: UInt32
    /// The replacements; if several differ from the input, the record is ambiguous.
    package var replacements: [[UInt8]]
    /// The ranges inside it, in order, without overlap.
    package var inner: [Mend] = []

    package init(_ range: Range<Int>, checksum: UInt32, _ replacement: [UInt8]) {
      (self.range, self.checksum, replacements) = (range, checksum, [replacement])
    }
  }

  /// The ranges in order, without overlap.
  let mends: [Mend]
  private let count = Mutex<Int?>(nil)

  /// - Precondition: the ranges are in order and do not overlap.
  package init(_ mends: [Mend]) { self.mends = mends }

  /// The number of replaced ranges; nil if the input was not read to its end.
  package var changedCount: Int? { count.withLock { $0 } }

  func finish(_ changedCount: Int) { count.withLock { $0 = changedCount } }
}

/// An input with replaced ranges, on its way into a window.
struct MendedInput {
  private let mending: Mending
  private let path: String
  private var next = 0
  private var changedCount = 0
  /// The bytes of the input consumed so far.
  private var place = 0
  /// Bytes read and not yet consumed.
  private var read: [UInt8]
  private var left: Range<Int>
  /// The rest of a replacement.
  private var replacement: ArraySlice<UInt8> = []

  /// - Parameter start: bytes of the input that were already read.
  init(_ mending: Mending, from start: [UInt8], path: String) {
    (self.mending, self.path) = (mending, path)
    read = start + [UInt8](repeating: 0, count: max(0, 128 << 10 - start.count))
    left = start.indices
  }

  /// Fills a buffer from `start`; 0 at the end.
  ///
  /// - Parameter source: reads the input into a buffer; 0 at its end.
  /// - Throws: `OutputRefusal` if the input does not have the expected bytes.
  mutating func read(
    into buffer: inout [UInt8], from start: Int, _ source: (inout [UInt8]) throws -> Int
  ) throws -> Int {
    var end = start
    while end < buffer.count {
      if !replacement.isEmpty {
        let count = min(buffer.count - end, replacement.count)
        buffer.replaceSubrange(end..<end + count, with: replacement.prefix(count))
        replacement.removeFirst(count)
        end += count
        continue
      }
      let mend = next < mending.mends.count ? mending.mends[next] : nil
      if let mend, mend.range.lowerBound == place {
        try replace(mend, source)
        continue
      }
      if left.isEmpty {
        // Enough bytes are buffered.
        if end > start { break }
        guard try refill(source) else {
          if let mend { throw mismatch(mend) }
          mending.finish(changedCount)
          return 0
        }
      }
      let count = min(buffer.count - end, left.count, (mend?.range.lowerBound ?? .max) - place)
      buffer.replaceSubrange(end..<end + count, with: read[left].prefix(count))
      pass(count)
      end += count
    }
    return end - start
  }

  private mutating func refill(_ source: (inout [UInt8]) throws -> Int) throws -> Bool {
    left = 0..<(try source(&read))
    return !left.isEmpty
  }

  private mutating func pass(_ count: Int) {
    left = left.lowerBound + count..<left.upperBound
    place += count
  }

  private mutating func replace(
    _ mend: Mending.Mend, _ source: (inout [UInt8]) throws -> Int
  ) throws {
    var original: [UInt8] = []
    while original.count < mend.range.count {
      if left.isEmpty, try !refill(source) { throw mismatch(mend) }
      let count = min(left.count, mend.range.count - original.count)
      original += read[left.lowerBound..<left.lowerBound + count]
      pass(count)
    }
    let (bytes, count) = try mended(mend, original.span)
    replacement = (bytes ?? original)[...]
    changedCount += count
    next += 1
  }

  /// The replacement of a range, and the number of its mended records; nil if it is unchanged.
  private func mended(
    _ mend: Mending.Mend, _ original: Span<UInt8>
  ) throws -> (bytes: [UInt8]?, count: Int) {
    guard CRC32C.checksum(original) == mend.checksum else { throw mismatch(mend) }
    var changes: Set<[UInt8]> = []
    for replacement in mend.replacements where !replacement.isLaidOut(original) {
      changes.insert(replacement)
    }
    guard changes.count <= 1 else {
      throw refusal(
        "the list of rejects mends the record from \(mend.range.lowerBound) to "
          + "\(mend.range.upperBound) of '\(path)' in two ways", hint: "leave one of its lines")
    }
    var (edits, count) = ([Edit](), 0)
    for inner in mend.inner {
      let start = inner.range.lowerBound - mend.range.lowerBound
      let range = start..<start + inner.range.count
      let (bytes, innerCount) = try mended(inner, original.extracting(range))
      if let bytes { edits.append(Edit(range, bytes)) }
      count += innerCount
    }
    guard let change = changes.first else {
      return (edits.isEmpty ? nil : Edit.apply(edits, to: original.copied), count)
    }
    guard edits.isEmpty else {
      throw refusal(
        "the list of rejects mends the record from \(mend.range.lowerBound) to "
          + "\(mend.range.upperBound) of '\(path)', and one in it",
        hint: "mend both in the line of the outer one, and leave the other line as it was")
    }
    return (change, 1)
  }

  private func refusal(_ message: String, hint: String) -> OutputRefusal {
    OutputRefusal(.badData, message, hint: hint)
  }

  private func mismatch(_ mend: Mending.Mend) -> OutputRefusal {
    refusal(
      "'\(path)' has other bytes from \(mend.range.lowerBound) to \(mend.range.upperBound) than the "
        + "record that the list of rejects says stood there",
      hint: "the list is of another file, or the file was changed since: write the list again")
  }
}

extension [UInt8] {
  /// Whether both are equal except for spaces in place of line ends: a list has JSON on one line.
  fileprivate func isLaidOut(_ other: Span<UInt8>) -> Bool {
    count == other.count
      && indices.allSatisfy { self[$0] == other[$0] || (self[$0] == 0x20 && other[$0].isLineEnd) }
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D }
}
