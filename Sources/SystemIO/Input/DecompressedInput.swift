import Scan
import Synchronization

/// The decompressed content of an input, read from its program.
///
/// A thread feeds the program the bytes that were already examined and then the rest, so that
/// files, pipes and standard input are handled alike.
struct DecompressedInput: ~Copyable, Sendable {
  private let compression: Compression
  private let path: String
  private var child: ChildProcess
  private var feeding: WorkerThread
  private let feeder: InputFeeder
  /// The compressed bytes read so far.
  var fed: FedByteCount { feeder.fed }
  private let output: Descriptor
  private var isFinished = false

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - file: the compressed input, of which `start` was read.
  ///   - hash: the digest so far, if requested.
  ///   - sum: adds up the rest of the compressed input.
  /// - Throws: `MissingProgram`, `SystemError`.
  init(
    _ file: consuming InputFile, from start: [UInt8], _ compression: Compression,
    hash: consuming StreamHash?, sum: FileChecksum?
  ) throws {
    let path = file.path
    let toChild = try Pipe(for: path)
    let fromChild = try Pipe(for: path)
    let child = try ChildProcess(
      compression.program, compression.call.decompressing, input: toChild.reading,
      output: fromChild.writing, for: path)
    let feeder = InputFeeder(file, from: start, into: toChild.writing, hash: hash, sum: sum)
    let feeding = try WorkerThread(for: path) { feeder.run() }
    self.child = child
    self.feeding = feeding
    output = fromChild.reading
    self.feeder = feeder
    self.compression = compression
    self.path = path
  }

  /// Reads into the buffer from `start`; returns the byte count, 0 at the end.
  ///
  /// - Throws: `DamagedCompression` at the end of a truncated or damaged input, `SystemError`.
  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let count = try output.read(into: &buffer, from: start, path: path)
    if count == 0, !isFinished { try finish() }
    return count
  }

  /// The digest of the compressed input, if requested; call this at its end.
  func digest() -> SHA256.Digest? { feeder.digest() }

  private mutating func finish() throws {
    isFinished = true
    let (ending, said) = child.wait()
    if let error = feeder.error { throw error }
    if case .signalled(let signal) = ending {
      throw OutputRefusal(
        .inputOutput,
        "\(compression.program), which decompresses '\(path)', was ended by signal \(signal)")
    }
    if case .exited(let status) = ending, status != 0 {
      let reason =
        said.isEmpty
        ? "\(compression.program) ended with status \(status)"
        : status == compression.call.warningStatus ? "\(compression.program) warns: \(said)" : said
      throw DamagedCompression(compression: compression, path: path, reason: reason)
    }
    // The program has read all of the input, so the thread is at its end too.
    feeding.join()
    if let error = feeder.error { throw error }
  }
}

/// Feeds an input to a program.
///
/// A class, because the feeding thread and the reader share it.
private final class InputFeeder: Sendable {
  private struct Work: ~Copyable, Sendable {
    let file: InputFile
    let pipe: Descriptor
  }

  private struct State: ~Copyable, Sendable {
    var work: Work?
    var hash: StreamHash?
    var error: SystemError?
  }

  private let start: [UInt8]
  private let sum: FileChecksum?
  private let state: Mutex<State>
  let fed: FedByteCount

  init(
    _ file: consuming InputFile, from start: [UInt8], into pipe: consuming Descriptor,
    hash: consuming StreamHash?, sum: FileChecksum?
  ) {
    self.start = start
    self.sum = sum
    fed = FedByteCount(start.count)
    state = Mutex(State(work: Work(file: file, pipe: pipe), hash: hash, error: nil))
  }

  /// The error of reading the input, if any.
  var error: SystemError? { state.withLock { $0.error } }

  func digest() -> SHA256.Digest? { state.withLock { $0.hash?.digest() } }

  /// Feeds all of the input, then closes it and the pipe.
  func run() {
    guard let work = state.withLock({ $0.work.take() }) else { return }
    let start = start
    guard feed(start.span, work.pipe) else { return }
    var buffer = [UInt8](repeating: 0, count: 128 << 10)
    do throws(SystemError) {
      while true {
        let count = try work.file.read(into: &buffer, from: 0)
        if count == 0 { return }
        let bytes = buffer.span.extracting(0..<count)
        take(bytes)
        guard feed(bytes, work.pipe) else { return }
      }
    } catch {
      state.withLock { $0.error = error }
    }
  }

  private func take(_ bytes: Span<UInt8>) {
    state.withLock { $0.hash?.update(bytes) }
    sum?.enter(bytes, at: fed.value)
    fed.add(bytes.count)
  }

  /// False if the program takes no more; its status says why.
  private func feed(_ bytes: Span<UInt8>, _ pipe: borrowing Descriptor) -> Bool {
    do throws(SystemError) {
      try writeAll(bytes, to: pipe.number, path: "the program")
      return true
    } catch {
      return false
    }
  }
}
