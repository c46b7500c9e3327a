import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// An output that an external program compresses.
///
/// A thread collects what the program writes and passes it to the output, which counts and hashes
/// the compressed bytes, in a dry run too. A class, because an output has it as a destination.
final class CompressedOutput: Sendable {
  private struct State: ~Copyable, Sendable {
    var child: ChildProcess
    var input: Descriptor?
    var collecting: WorkerThread
  }

  private let path: String
  private let collector: OutputCollector
  private let state: Mutex<State>

  /// Starts the program.
  ///
  /// - Throws: `MissingProgram`, `SystemError`.
  init(_ output: consuming ByteOutput, _ compression: Compression) throws {
    let path = output.path
    let toChild = try Pipe(for: path)
    let fromChild = try Pipe(for: path)
    let child = try ChildProcess(
      compression.program, compression.call.compressing, input: toChild.reading,
      output: fromChild.writing, for: path)
    let collector = OutputCollector(output, from: fromChild.reading)
    let thread = try WorkerThread(for: path) { collector.run() }
    self.path = path
    self.collector = collector
    state = Mutex(State(child: child, input: toChild.writing, collecting: thread))
  }

  /// Writes all bytes to the program.
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    guard let pipe = state.withLock({ $0.input?.number }) else { return }
    do throws(SystemError) {
      try writeAll(bytes, to: pipe, path: path)
    } catch {
      guard error.code == EPIPE else { throw error }
      // The program stopped reading, because it or the collector failed.
      _ = try finish()
      throw error
    }
  }

  /// Ends the input, and waits for the program.
  func finish() throws(SystemError) -> FinishedOutput {
    let ending = state.withLock { state in
      state.input = nil
      let ending = state.child.wait().ending
      state.collecting.join()
      return ending
    }
    if let error = collector.error { throw error }
    guard ending == .exited(0), let output = try collector.finish() else {
      throw SystemError(call: "compress", path: path, code: EIO)
    }
    return output
  }
}

/// Collects the bytes that a program writes.
///
/// A class, because the collecting thread and the output share it.
private final class OutputCollector: Sendable {
  private struct State: ~Copyable, Sendable {
    var output: ByteOutput?
    var pipe: Descriptor?
    var error: SystemError?
  }

  private let state: Mutex<State>

  init(_ output: consuming ByteOutput, from pipe: consuming Descriptor) {
    state = Mutex(State(output: output, pipe: pipe, error: nil))
  }

  /// The error of writing the output.
  var error: SystemError? { state.withLock { $0.error } }

  /// Collects all bytes. After an error, the closed pipe ends the program.
  func run() {
    guard let pipe = state.withLock({ $0.pipe.take() }),
      var output = state.withLock({ $0.output.take() })
    else { return }
    var buffer = [UInt8](repeating: 0, count: 128 << 10)
    do throws(SystemError) {
      while true {
        let count = try pipe.read(into: &buffer, from: 0, path: output.path)
        if count == 0 { break }
        try output.write(buffer.span.extracting(0..<count))
      }
    } catch {
      state.withLock { $0.error = error }
    }
    give(output)
  }

  private func give(_ output: consuming ByteOutput) {
    // A closure cannot consume a captured value, but can take it out of an optional.
    var output: ByteOutput? = output
    state.withLock { $0.output = output.take() }
  }

  /// Finishes the output, after `run`.
  func finish() throws(SystemError) -> FinishedOutput? {
    guard var output = state.withLock({ $0.output.take() }) else { return nil }
    return try output.finish()
  }
}
