import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// An existing file compared with a run's output, or with a removal. It is only read.
///
/// A class, because an output has it as a destination, and the run reads its finding.
package final class ComparedFile: Sendable {
  /// The outcome of the comparison.
  package enum Finding: Sendable, Hashable {
    case same
    /// They differ at this offset first, or one ends there.
    case differs(Int)
    case missing
    /// A directory, a pipe or a device has its name.
    case noFile(FileStatus.Kind)
    /// It was removed, as expected.
    case gone
    /// It exists, but should be removed.
    case present
    /// It exists, but is not an output of the run.
    case stray
  }

  private struct State {
    /// Nil if there is no file to compare with, or the comparison has ended: a run may have more results
    /// than it may have open files.
    var comparison: FileComparison?
    /// The offset of the first difference.
    var difference: Int?
    var isResult = false
  }

  package let path: String
  /// The kind of file at the path; nil if there is none.
  private let kind: FileStatus.Kind?
  private let isRemoved: Bool
  private let isStray: Bool
  private let state: Mutex<State>

  /// Opens the file, if there is one.
  package init(path: String) throws(SystemError) {
    self.path = path
    kind = try Self.kind(of: path, followsLinks: true)
    (isRemoved, isStray) = (false, false)
    // Opening a pipe would wait for its writer.
    let file = kind == .regular ? try InputFile(path: path).positioned(adding: nil) : nil
    state = Mutex(State(comparison: file.map { FileComparison($0) }))
  }

  /// Checks that a removed file is still missing; a symbolic link counts as existing.
  init(removed path: String) throws(SystemError) {
    self.path = path
    kind = try Self.kind(of: path, followsLinks: false)
    (isRemoved, isStray) = (true, false)
    state = Mutex(State(isResult: true))
  }

  /// A stray file: in a directory that a run wrote, but not one of its outputs.
  init(stray path: String) {
    self.path = path
    kind = nil
    (isRemoved, isStray) = (false, true)
    state = Mutex(State(isResult: true))
  }

  /// The kind of file at a path; nil if it is missing, also because a parent is not a directory.
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

  /// The outcome so far.
  package var finding: Finding {
    if isStray { return .stray }
    if isRemoved { return kind == nil ? .gone : .present }
    guard let kind else { return .missing }
    if kind != .regular { return .noFile(kind) }
    return state.withLock { $0.difference.map { .differs($0) } ?? .same }
  }

  /// Whether the compared bytes are a result of the run, and were not discarded.
  package var isResult: Bool { state.withLock { $0.isResult } }

  /// Confirms that the compared bytes are a result.
  func confirm() { state.withLock { $0.isResult = true } }

  /// Compares the next bytes.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    guard var comparison = state.withLock({ $0.comparison }) else { return }
    _ = try comparison.compare(bytes)
    enter(comparison, isLast: comparison.differs)
  }

  /// Checks that the file ends here too.
  package func finish() throws(SystemError) {
    guard var comparison = state.withLock({ $0.comparison }) else { return }
    try comparison.end()
    enter(comparison, isLast: true)
  }

  private func enter(_ comparison: FileComparison, isLast: Bool) {
    state.withLock { state in
      state.difference = comparison.differs ? comparison.sameByteCount : nil
      state.comparison = isLast ? nil : comparison
    }
  }
}
