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
  private let file: OriginalFile?
  private let state = Mutex(State())

  /// Opens the file, if there is one.
  init(path: String) throws(SystemError) {
    self.path = path
    isMissing = try FileStatus(path: path) == nil
    file = isMissing ? nil : try OriginalFile(path: path)
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
    let same = try file?.sameByteCount(as: bytes) ?? 0
    state.withLock {
      $0.sameByteCount += same
      $0.differs = same < bytes.count
    }
  }

  /// Looks whether the file ends here, too.
  func finish() throws(SystemError) {
    guard firstDifference == nil, let file else { return }
    let isLonger = try !file.isAtEnd
    state.withLock { $0.differs = isLonger }
  }
}
