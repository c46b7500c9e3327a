import Scan
import Synchronization

/// What a compressed input holds, read from the program that decompresses it.
///
/// The program is fed by a thread with the bytes that were looked at already and then with the rest
/// of the input, so that a file, a pipe and standard input are read in one way.
struct DecompressedInput: ~Copyable, Sendable {
  /// What the compressed input was found to be, when all of it was read.
  struct Whole: Sendable {
    var byteCount: Int
    /// Where it was asked for.
    var digest: SHA256.Digest?
  }

  private let compression: Compression
  private let path: String
  private var child: ChildProcess
  private var feeding: WorkerThread
  private let feeder: InputFeeder
  /// How much of the compressed input is read.
  let fed: FedByteCount
  private let output: Descriptor
  private var isFinished = false

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - file: the compressed input, of which `start` was read already.
  ///   - hash: what was hashed so far, where the digest of the compressed input is wanted.
  ///   - sum: takes in the rest of the compressed input.
  /// - Throws: `MissingProgram`, `SystemError`.
  init(
    _ file: consuming InputFile, from start: [UInt8], _ compression: Compression, hash: SHA256?,
    sum: FileChecksum?
  ) throws {
    let path = file.path
    let toChild = try Pipe(for: path)
    let fromChild = try Pipe(for: path)
    let child = try ChildProcess(
      compression.program, compression.decompressingArguments, input: toChild.reading,
      output: fromChild.writing, for: path)
    let feeder = InputFeeder(file, from: start, into: toChild.writing, hash: hash, sum: sum)
    let feeding = try WorkerThread(for: path) { feeder.run() }
    self.child = child
    self.feeding = feeding
    output = fromChild.reading
    self.feeder = feeder
    fed = feeder.fed
    self.compression = compression
    self.path = path
  }

  /// Reads at most as many bytes as fit between `start` and the buffer's end; 0 at the end.
  ///
  /// - Throws: `DamagedCompression` at the end of an input that is cut or damaged, `SystemError`.
  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let count = try output.read(into: &buffer, from: start, path: path)
    if count == 0, !isFinished { try finish() }
    return count
  }

  /// What the compressed input was; asked for at its end.
  mutating func whole() -> Whole { feeder.whole }

  private mutating func finish() throws {
    isFinished = true
    let ending = child.wait()
    if let error = feeder.error { throw error }
    guard let status = ending.status else {
      throw OutputRefusal(
        .inputOutput,
        "\(compression.program), which decompresses '\(path)', was ended by signal \(ending.signal)"
      )
    }
    guard status == 0 else {
      let said = ending.message
      let reason =
        said.isEmpty
        ? "\(compression.program) ended with status \(status)"
        : status == compression.warningStatus ? "\(compression.program) warns: \(said)" : said
      throw DamagedCompression(compression: compression, path: path, reason: reason)
    }
    // The program has read all of the input, so that the thread is at its end too.
    feeding.join()
    if let error = feeder.error { throw error }
  }
}

/// Feeds an input to a program.
///
/// A class, because the thread that feeds and the reader of the program's output both know it.
private final class InputFeeder: Sendable {
  private struct Work: ~Copyable, Sendable {
    let file: InputFile
    let pipe: Descriptor
  }

  private struct State: ~Copyable, Sendable {
    var work: Work?
    var hash: SHA256?
    var error: SystemError?
    var byteCount: Int
  }

  private let start: [UInt8]
  private let sum: FileChecksum?
  private let state: Mutex<State>
  let fed: FedByteCount

  init(
    _ file: consuming InputFile, from start: [UInt8], into pipe: consuming Descriptor,
    hash: SHA256?,
    sum: FileChecksum?
  ) {
    self.start = start
    self.sum = sum
    fed = FedByteCount(start.count)
    state = Mutex(
      State(work: Work(file: file, pipe: pipe), hash: hash, error: nil, byteCount: start.count))
  }

  /// Why the input could not be read to its end.
  var error: SystemError? { state.withLock { $0.error } }
  var whole: DecompressedInput.Whole {
    state.withLock {
      DecompressedInput.Whole(byteCount: $0.byteCount, digest: $0.hash?.digest())
    }
  }

  /// Feeds all of it, and closes the input and the pipe.
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
    var hash = state.withLock { $0.hash.take() }
    hash?.update(bytes)
    sum?.enter(bytes, at: state.withLock { $0.byteCount })
    fed.add(bytes.count)
    state.withLock { [hash] state in
      state.hash = hash
      state.byteCount += bytes.count
    }
  }

  /// False where the program takes no more: what it ended with says why.
  private func feed(_ bytes: Span<UInt8>, _ pipe: borrowing Descriptor) -> Bool {
    do throws(SystemError) {
      try writeAll(bytes, to: pipe.number, path: "the program")
      return true
    } catch {
      return false
    }
  }
}
