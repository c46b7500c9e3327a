#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// A file that is about to be replaced, compared with what is written in its place until that differs.
///
/// A class, because an output holds it as one of its destinations.
package final class OriginalFile: Sendable {
  private let file: InputFile
  /// How many bytes were the same so far; the next ones to be read are those behind them.
  private let sameByteCount = Mutex(0)
  private static let chunkByteCount = 128 << 10

  /// Opens the file.
  package init(path: String) throws(SystemError) { file = try InputFile(path: path) }

  /// Whether the file goes on with these bytes; once it does not, it must not be asked again.
  package func continues(with bytes: Span<UInt8>) throws(SystemError) -> Bool {
    guard try self.sameByteCount(as: bytes) == bytes.count else { return false }
    sameByteCount.withLock { $0 += bytes.count }
    return true
  }

  /// With how many of these bytes the file goes on; once that is not all of them, it must not be asked
  /// again.
  func sameByteCount(as bytes: Span<UInt8>) throws(SystemError) -> Int {
    var buffer = [UInt8](repeating: 0, count: min(bytes.count, Self.chunkByteCount))
    var place = 0
    while place < bytes.count {
      let start = max(0, buffer.count - (bytes.count - place))
      let count = try file.read(into: &buffer, from: start)
      let read = buffer.span.extracting(start..<start + count)
      guard count > 0, read.isEqual(to: bytes.extracting(place..<place + count)) else {
        return place + read.sameByteCount(from: 0, as: bytes, from: place)
      }
      place += count
    }
    return place
  }

  /// Whether the file has no bytes but those that were the same.
  package var isAtEnd: Bool {
    get throws(SystemError) {
      var buffer: [UInt8] = [0]
      return try file.read(into: &buffer, from: 0) == 0
    }
  }

  /// Gives the bytes that were the same.
  func forEachSame(
    _ body: (Span<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    try file.rewind()
    var left = sameByteCount.withLock { $0 }
    var buffer = [UInt8](repeating: 0, count: min(left, Self.chunkByteCount))
    while left > 0 {
      let count = try file.read(into: &buffer, from: max(0, buffer.count - left))
      // A file that was cut meanwhile must not be replaced by a mixture.
      guard count > 0 else { throw SystemError(call: "read", path: file.path, code: ESTALE) }
      let start = max(0, buffer.count - left)
      try body(buffer.span.extracting(start..<start + count))
      left -= count
    }
  }
}
