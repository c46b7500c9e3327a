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
    /// How many bytes were the same.
    var sameByteCount = 0
    var differs = false
    var isResult = false
  }

  package let path: String
  /// What has the name; nil where nothing has.
  private let kind: FileStatus.Kind?
  private let isRemoved: Bool
  private let isStray: Bool
  private let file: InputFile?
  private let state = Mutex(State())
  private static let chunkByteCount = 128 << 10

  /// Opens the file, if there is one.
  package init(path: String) throws(SystemError) {
    self.path = path
    kind = try Self.kind(of: path, followsLinks: true)
    (isRemoved, isStray) = (false, false)
    // To open a pipe would wait for whoever writes into it.
    file = kind == .regular ? try InputFile(path: path) : nil
  }

  /// Looks whether a file that was taken away has stayed away; a link of that name is one, too.
  init(removed path: String) throws(SystemError) {
    self.path = path
    kind = try Self.kind(of: path, followsLinks: false)
    (isRemoved, isStray) = (true, false)
    file = nil
    confirm()
  }

  /// A stray file: in a directory that a run wrote whole, but not written by it.
  init(stray path: String) {
    self.path = path
    kind = nil
    file = nil
    (isRemoved, isStray) = (false, true)
    confirm()
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
    return state.withLock { $0.differs ? .differs($0.sameByteCount) : .same }
  }

  /// Whether what it was compared with is a result of the run, and not given up on the way.
  package var isResult: Bool { state.withLock { $0.isResult } }

  /// Says that what it was compared with is a result.
  func confirm() { state.withLock { $0.isResult = true } }

  /// Compares what comes next.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    guard finding == .same else { return }
    var buffer = [UInt8](repeating: 0, count: min(bytes.count, Self.chunkByteCount))
    var place = 0
    while place < bytes.count {
      let start = max(0, buffer.count - (bytes.count - place))
      let count = try file?.read(into: &buffer, from: start) ?? 0
      let read = buffer.span.extracting(start..<start + count)
      let same = read.sameByteCount(from: 0, as: bytes, from: place)
      place += same
      if same < count || count == 0 { break }
    }
    state.withLock {
      $0.sameByteCount += place
      $0.differs = place < bytes.count
    }
  }

  /// Looks whether the file ends here, too.
  package func finish() throws(SystemError) {
    guard finding == .same else { return }
    var buffer: [UInt8] = [0]
    let isLonger = try file?.read(into: &buffer, from: 0) ?? 0 > 0
    state.withLock { $0.differs = isLonger }
  }
}
