#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// A file that is written whole, but not yet durable.
///
/// Flushing each of many files at once would wait for the disk each time; flushed in groups, they
/// wait together. A file stays open until then, because the kernel reports a write error only to an
/// open descriptor. A class, because copies of a finished output share it.
package final class WrittenFile: Sendable {
  private enum State {
    case open(CInt)
    case ended
    case failed(SystemError)
  }

  /// The path for messages.
  private let path: String
  /// Whether the end flushes the file.
  let isDurable: Bool
  private let state: Mutex<State>
  /// The number of files that are flushed together, and so the most that are open at a time.
  package static let groupSize = 16

  /// Takes over the descriptor, and has the system begin to write the last bytes to the disk.
  ///
  /// - Parameter rest: the bytes that are not yet being written. Others may be on the disk already,
  ///   and would be dropped from memory, where the next program wants them.
  init(_ descriptor: CInt, path: String, rest: Range<Int>, isDurable: Bool = true) {
    self.path = path
    self.isDurable = isDurable
    state = Mutex(.open(descriptor))
    if isDurable { EarlyFlush.begin(rest, of: descriptor) }
  }

  deinit { state.withLock { if case .open(let descriptor) = $0 { close(descriptor) } } }

  /// Makes the file durable, and closes it.
  ///
  /// - Throws: `SystemError`, at each call after one that failed, too: a second flush of the same
  ///   file would succeed although its bytes are lost.
  func end() throws(SystemError) {
    let error: SystemError? = state.withLock { state in
      switch state {
      case .ended: return nil
      case .failed(let error): return error
      case .open(let descriptor):
        let error = end(descriptor)
        state = error.map { .failed($0) } ?? .ended
        return error
      }
    }
    if let error { throw error }
  }

  private func end(_ descriptor: CInt) -> SystemError? {
    do throws(SystemError) {
      if isDurable { try flush(descriptor, path: path) }
    } catch {
      close(descriptor)
      return error
    }
    return close(descriptor) == 0 ? nil : SystemError(call: "close", path: path, code: errno)
  }
}
