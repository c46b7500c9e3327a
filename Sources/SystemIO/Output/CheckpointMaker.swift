#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// Makes the checkpoints of a long output, on a thread.
///
/// A class, because the thread and the output share it.
final class CheckpointMaker: Sendable {
  private struct Progress: ~Copyable {
    var position = 0
    var nextCheckpoint: Int
    var making: WorkerThread?
  }

  private struct State {
    var sum: InputSum
    var error: SystemError?
  }

  private let descriptor: CInt
  private let resumption: Resumption
  private var target: String { resumption.target }
  private let progress: Mutex<Progress>
  private let state: Mutex<State>

  /// - Parameter descriptor: the output's, which stays open until `end` or `giveUp`.
  init(_ descriptor: CInt, _ resumption: Resumption) {
    self.descriptor = descriptor
    self.resumption = resumption
    progress = Mutex(
      Progress(nextCheckpoint: resumption.durableByteCount + resumption.interval, making: nil))
    state = Mutex(State(sum: InputSum(resumption.inputPath, sharing: resumption.sum)))
  }

  /// Notes bytes of the output. If a checkpoint is due, begins it once the previous one is durable.
  func note(_ byteCount: Int) throws(SystemError) {
    let due = progress.withLock { progress -> Int? in
      progress.position += byteCount
      guard progress.position >= progress.nextCheckpoint else { return nil }
      progress.making?.join()
      progress.nextCheckpoint = progress.position + resumption.interval
      return progress.position
    }
    guard let position = due else { return }
    try throwError()
    var thread: WorkerThread? = try WorkerThread(for: target) { self.make(at: position) }
    progress.withLock { $0.making = thread.take() }
  }

  /// Waits for the last checkpoint.
  func end() throws(SystemError) {
    progress.withLock { $0.making?.join() }
    try throwError()
  }

  /// Removes the unfinished file and its checkpoint.
  func giveUp() {
    progress.withLock { $0.making?.join() }
    Resumption.remove(for: target)
  }

  private func throwError() throws(SystemError) {
    if let error = state.withLock({ $0.error }) { throw error }
  }

  private func make(at position: Int) {
    state.withLock { state in
      do {
        try flush(descriptor, path: target)
        let sum = try state.sum.advance(to: min(position, resumption.inputByteCount))
        let checkpoint = Checkpoint(
          run: resumption.line, writtenByteCount: position,
          inputByteCount: resumption.inputByteCount,
          knownByteCount: state.sum.byteCount, inputChecksum: sum)
        let path = Resumption.checkpointPath(for: target)
        var output = try ByteOutput(OutputTarget(path), permissions: .ownerOnly)
        try output.write(checkpoint.text)
        var directories = ChangedDirectories()
        // From the rename on a signal leaves both; before, it removed both. One is refused without
        // the other.
        try output.finish().publish(in: &directories) {
          TemporaryFiles.keep(Resumption.paths(for: target))
        }
        try directories.flush()
      } catch {
        state.error =
          error as? SystemError
          ?? SystemError(call: "keep a checkpoint of", path: target, code: EIO)
      }
    }
  }
}
