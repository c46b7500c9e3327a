import Synchronization

/// A file that is compared with bytes which would be written in its place; it is only read.
///
/// A class, because an output holds it as one of its destinations, and the run asks it for what it found.
package final class ComparedFile: Sendable {
  private struct State {
    /// How many bytes were the same.
    var sameByteCount = 0
    var differs = false
    var isResult = false
  }

  package let path: String
  /// Whether there is no such file.
  package let isMissing: Bool
  private let file: InputFile?
  private let state = Mutex(State())
  private static let chunkByteCount = 128 << 10

  /// Opens the file, if there is one.
  init(path: String) throws(SystemError) {
    self.path = path
    isMissing = try FileStatus(path: path) == nil
    file = isMissing ? nil : try InputFile(path: path)
  }

  /// The offset of the first byte that is another, or that only one of the two has; nil where they are
  /// the same.
  package var firstDifference: Int? {
    state.withLock { $0.differs || isMissing ? $0.sameByteCount : nil }
  }

  /// Whether what it was compared with is a result of the run, and not given up on the way.
  package var isResult: Bool { state.withLock { $0.isResult } }

  /// Says that what it was compared with is a result.
  func confirm() { state.withLock { $0.isResult = true } }

  /// Compares what comes next.
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    guard firstDifference == nil else { return }
    var buffer = [UInt8](repeating: 0, count: min(bytes.count, Self.chunkByteCount))
    var place = 0
    while place < bytes.count {
      let wanted = min(buffer.count, bytes.count - place)
      let start = buffer.count - wanted
      let count = try file?.read(into: &buffer, from: start) ?? 0
      let read = buffer.span.extracting(start..<start + count)
      let same = Self.sameCount(read, bytes.extracting(place..<place + count))
      let differs = same < count || count == 0
      state.withLock {
        $0.sameByteCount += same
        $0.differs = differs
      }
      if differs { return }
      place += count
    }
  }

  /// Looks whether the file ends here, too.
  func finish() throws(SystemError) {
    guard firstDifference == nil else { return }
    var buffer: [UInt8] = [0]
    let isLonger = try file?.read(into: &buffer, from: 0) ?? 0 > 0
    state.withLock { $0.differs = isLonger }
  }

  /// How many bytes at the beginning are the same.
  private static func sameCount(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Int {
    if one.isEqual(to: other) { return one.count }
    return one.indices.first { one[$0] != other[$0] } ?? one.count
  }
}
