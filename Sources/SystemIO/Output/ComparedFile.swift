import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
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
    /// A directory has its name, or a pipe or a device.
    case noFile(FileStatus.Kind)
    /// It is not there, as it should be.
    case gone
    /// It is there, and should not be.
    case present
    /// It is there, and no run wrote it.
    case stray
  }

  private struct State {
    /// Nil where there is no file to compare with.
    var comparison: FileComparison?
    var isResult = false
  }

  package let path: String
  /// What has the name; nil where nothing has.
  private let kind: FileStatus.Kind?
  private let isRemoved: Bool
  private let isStray: Bool
  private let state: Mutex<State>

  /// Opens the file, if there is one.
  package init(path: String) throws(SystemError) {
    self.path = path
    kind = try Self.kind(of: path, followsLinks: true)
    (isRemoved, isStray) = (false, false)
    // To open a pipe would wait for whoever writes into it.
    let file = kind == .regular ? try InputFile(path: path).positioned(adding: nil) : nil
    state = Mutex(State(comparison: file.map { FileComparison($0) }))
  }

  /// Looks whether a file that was taken away has stayed away; a link of that name is one, too.
  init(removed path: String) throws(SystemError) {
    self.path = path
    kind = try Self.kind(of: path, followsLinks: false)
    (isRemoved, isStray) = (true, false)
    state = Mutex(State(isResult: true))
  }

  /// A stray file: in a directory that a run wrote whole, but not written by it.
  init(stray path: String) {
    self.path = path
    kind = nil
    (isRemoved, isStray) = (false, true)
    state = Mutex(State(isResult: true))
  }

  /// Below a file there is nothing, either.
  static func kind(
    of path: String, followsLinks: Bool
  ) throws(SystemError) -> FileStatus.Kind? {
    do {
      return try FileStatus(path: path, followsLinks: followsLinks)?.kind
    } catch {
      if error.code == ENOTDIR { return nil }
      throw error
    }
  }

  /// How the file is.
  package var finding: Finding {
    if isStray { return .stray }
    if isRemoved { return kind == nil ? .gone : .present }
    guard let kind else { return .missing }
    if kind != .regular { return .noFile(kind) }
    guard let comparison = state.withLock({ $0.comparison }), comparison.differs else {
      return .same
    }
    return .differs(comparison.sameByteCount)
  }

  /// Whether what it was compared with is a result of the run, and not given up on the way.
  package var isResult: Bool { state.withLock { $0.isResult } }

  /// Says that what it was compared with is a result.
  func confirm() { state.withLock { $0.isResult = true } }

  /// Compares what comes next.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    guard var comparison = state.withLock({ $0.comparison }) else { return }
    _ = try comparison.compare(bytes)
    state.withLock { $0.comparison = comparison }
  }

  /// Looks whether the file ends here, too.
  package func finish() throws(SystemError) {
    guard var comparison = state.withLock({ $0.comparison }) else { return }
    try comparison.end()
    state.withLock { $0.comparison = comparison }
  }
}
