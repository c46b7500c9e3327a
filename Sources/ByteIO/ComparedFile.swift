import Synchronization

/// A file that is compared with what a run makes of it: bytes that would be written in its place, or
/// nothing at all; it is only read.
///
/// A class, because an output holds it as one of its destinations, and the run asks it for what it found.
package final class ComparedFile: Sendable {
  /// What came of it.
  package enum Finding: Sendable, Hashable {
    case same
    /// With the offset of the first byte that is another, or that only one of the two has.
    case differs(Int)
    case missing
    /// It is not there, as it should be.
    case gone
    /// It is there, and should not be.
    case present
  }

  private struct State {
    /// How many bytes were the same.
    var sameByteCount = 0
    var differs = false
    var isResult = false
  }

  package let path: String
  /// Whether there is no such file.
  private let isMissing: Bool
  private let isRemoved: Bool
  private let file: OriginalFile?
  private let state = Mutex(State())

  /// Opens the file, if there is one.
  init(path: String) throws(SystemError) {
    self.path = path
    isMissing = try FileStatus(path: path) == nil
    isRemoved = false
    file = isMissing ? nil : try OriginalFile(path: path)
  }

  /// Looks whether a file that was taken away has stayed away; a link of that name is one, too.
  init(removed path: String) throws(SystemError) {
    self.path = path
    isMissing = try FileStatus(path: path, followsLinks: false) == nil
    isRemoved = true
    file = nil
    confirm()
  }

  /// How the file is.
  package var finding: Finding {
    if isRemoved { return isMissing ? .gone : .present }
    if isMissing { return .missing }
    return state.withLock { $0.differs ? .differs($0.sameByteCount) : .same }
  }

  /// Whether what it was compared with is a result of the run, and not given up on the way.
  package var isResult: Bool { state.withLock { $0.isResult } }

  /// Says that what it was compared with is a result.
  func confirm() { state.withLock { $0.isResult = true } }

  /// Compares what comes next.
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    guard finding == .same else { return }
    let same = try file?.sameByteCount(as: bytes) ?? 0
    state.withLock {
      $0.sameByteCount += same
      $0.differs = same < bytes.count
    }
  }

  /// Looks whether the file ends here, too.
  func finish() throws(SystemError) {
    guard finding == .same, let file else { return }
    let isLonger = try !file.isAtEnd
    state.withLock { $0.differs = isLonger }
  }
}
