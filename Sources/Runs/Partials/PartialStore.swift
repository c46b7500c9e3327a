import Formats
import Jokes
import Scan
import SystemIO

/// The folder of `--partials`: a partial result for each large input file by its content, the sum of
/// all inputs, and an index of the files, so that only new and changed ones are read.
///
/// The sum serves if each of its files is unchanged. It takes the time of one partial result, however
/// many the files. A small file is read as fast as its partial result, so it has none of its own.
/// Nothing is flushed to the disk: the seals tell what a power cut has damaged.
///
/// A class, because the pass over the inputs asks it and the run reports what it did.
final class PartialStore {
  private let directory: String
  private let settings: PartialSettings
  /// What else decides how an input is read.
  private let variant: String
  private let isWriting: Bool
  private let diagnostics: Diagnostics
  private var index = PartialIndex()
  /// Whether the index tells all sizes of files with a partial result.
  private var knowsSizes = true
  private var inputs: Set<PathKey> = []
  /// Held so that the next run removes what this one leaves if it is killed.
  private var lock: OutputLock?
  /// Whether a partial result could not be kept.
  private(set) var hasFailed = false

  /// The names of the folder's files.
  private static let indexName = "index"
  private static let ending = ".partial"
  private static let sumBeginning = "sum-"
  /// The smallest file that has a partial result of its own.
  private static let smallestByteCount = 1 << 20

  /// Opens the folder, and creates it if needed.
  ///
  /// - Parameters:
  ///   - variant: the options, other than the settings, that decide how an input is read.
  /// - Throws: `OutputRefusal` if it holds foreign files; `SystemError`.
  init(
    _ directory: String, _ settings: PartialSettings, variant: String, _ run: ToolRun
  ) throws {
    let directory = directory.withoutTrailingSlashes
    (self.directory, self.settings, self.variant) = (directory, settings, variant)
    (isWriting, diagnostics) = (!run.arguments.isDiscarding, run.diagnostics)
    if isWriting { try makeDirectories(directory) }
    guard let status = try FileStatus(path: directory) else {
      try run.checkCreating(
        OutputTarget(indexPath), as: NamedFile(option: "--partials", path: directory),
        makesDirectories: true)
      return
    }
    guard status.kind == .directory else {
      throw OutputRefusal(.cannotCreate, "--partials '\(directory)' is not a folder")
    }
    try refuseForeignFiles()
    if isWriting, case .taken(let lock) = try OutputLock.take(on: indexPath) { self.lock = lock }
    try readIndex()
  }

  private var indexPath: String { directory + "/" + Self.indexName }

  // MARK: Use

  /// The partial result of an input; nil if it must be read.
  func partial(of input: InputList.Input) throws -> PartialResult? {
    guard Self.takes(input), input.status.byteCount >= Self.smallestByteCount else { return nil }
    let path = try RecordedRun.absolute(input.path)
    inputs.insert(path)
    if let digest = index.digest(of: path, input.status) {
      return try partial(digest, of: input)
    }
    // Only a file of the same size can have the content of one that was read.
    guard !knowsSizes || index.byteCounts.contains(input.status.byteCount) else { return nil }
    let time = Timestamp.clock
    let file = try InputFile(path: input.path)
    let status = file.status
    var window = ByteWindow(file, hashes: true)
    try window.forEachPiece { _ in }
    guard let digest = window.digest() else { return nil }
    index.enter(path, status, digest, readAt: time)
    return try partial(digest, of: input)
  }

  /// Keeps the partial result of an input that was read; a failure is a warning.
  ///
  /// - Parameter time: a time before the input was opened.
  func keep(
    _ partial: PartialResult, of file: InputPass.File, readAt time: Timestamp
  ) throws {
    let input = file.input
    guard let piece = partial.pieces.first, Self.takes(input, piece.format) else { return }
    try keep {
      index.enter(try RecordedRun.absolute(input.path), file.status, piece.digest, readAt: time)
      guard input.status.byteCount >= Self.smallestByteCount else { return }
      try write(to: self.path(of: piece.digest, input)) {
        try PartialFile.write(partial, to: &$0)
      }
    }
  }

  /// The sum of inputs that have not changed since an earlier run, with their present paths; nil if
  /// there is none.
  func sum(of inputs: InputList) throws -> PartialResult? {
    guard try FileStatus(path: sumPath)?.kind == .regular,
      var sum = try read(sumPath, if: { $0.settings == settings })
    else { return nil }
    let present = try Dictionary(
      paths: inputs.inputs.filter { Self.takes($0) }.map { (try name(of: $0), $0) })
    for index in sum.pieces.indices {
      let piece = sum.pieces[index]
      guard let input = present[piece.path] else { return nil }
      let path = try RecordedRun.absolute(input.path)
      guard self.index.digest(of: path, input.status) == piece.digest else { return nil }
      sum.pieces[index].path = input.path
    }
    for piece in sum.pieces { self.inputs.insert(try RecordedRun.absolute(piece.path)) }
    return sum
  }

  /// Keeps the sum of these inputs, one for each piece.
  func keep(sum: PartialResult, of inputs: [InputList.Input]) throws {
    guard zip(inputs, sum.pieces).allSatisfy({ Self.takes($0, $1.format) }) else { return }
    try keep {
      var named = sum
      for (index, input) in inputs.enumerated() {
        named.pieces[index].path = try name(of: input)
      }
      try write(to: sumPath) { try PartialFile.write(named, to: &$0) }
    }
  }

  /// The name of an input in a sum: its path, behind all that decides how it is read.
  private func name(of input: InputList.Input) throws -> String {
    "\(reading(of: input)) \(try RecordedRun.absolute(input.path))"
  }

  /// Writes the index.
  func finish() throws {
    try keep {
      try index.removeGone(except: inputs)
      if index.isChanged { try write(to: indexPath) { try index.write(to: &$0) } }
    }
    lock = nil
  }

  /// Changes the folder, unless that has failed before; a failure is a warning.
  private func keep(_ change: () throws -> Void) throws {
    guard isWriting, !hasFailed else { return }
    do {
      try change()
    } catch let error as any ReportableError {
      hasFailed = true
      diagnostics.warning(
        "partial results cannot be kept: \(error.message); the next run reads the files again",
        kind: "partial results", at: Place(file: directory))
    }
  }

  /// Whether partial results of an input are kept. A stream, or a file in which mended records
  /// stand, has no content to know it by.
  private static func takes(_ input: InputList.Input) -> Bool {
    input.canBeReadTwice && input.mending == nil && input.status.byteCount > 0
  }

  /// The same for an input in a format.
  private static func takes(_ input: InputList.Input, _ format: InputFormat) -> Bool {
    // The latest row of a changelog may be in any of the inputs.
    takes(input) && !format.isHistory
  }

  private func partial(
    _ digest: SHA256.Digest, of input: InputList.Input
  ) throws -> PartialResult? {
    let path = path(of: digest, input)
    guard try FileStatus(path: path)?.kind == .regular else { return nil }
    return try read(path) { partial in
      partial.settings == settings && partial.pieces.count == 1
        && partial.pieces[0].digest == digest
    }
  }

  /// Reads a partial result; nil, with a warning, if it is damaged or not the right one.
  private func read(
    _ path: String, if isRight: (PartialResult) -> Bool
  ) throws -> PartialResult? {
    do {
      var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10)
      let partial = try PartialReader.read(&window)
      guard isRight(partial), partial.fitsPieces else {
        throw DamagedPartial(path, line: nil, "it is of other inputs")
      }
      return partial
    } catch let damage as DamagedPartial {
      diagnostics.warning(
        "the partial result is damaged (\(damage.reason)), and is made again",
        kind: "damaged partial result", at: Place(file: path))
      return nil
    } catch let error as SystemError {
      // Another run may have removed it, or it may be another user's.
      diagnostics.warning(
        "\(error.message); the input is read instead", kind: "unreadable partial result")
      return nil
    }
  }

  /// The path of a partial result: it tells the content, and all that decides how it is read.
  private func path(of digest: SHA256.Digest, _ input: InputList.Input) -> String {
    "\(directory)/\(digest)-\(reading(of: input))\(Self.ending)"
  }

  private var sumPath: String {
    "\(directory)/\(Self.sumBeginning)\(Self.key(of: reading))\(Self.ending)"
  }

  /// All options that decide how inputs are read.
  private var reading: [String] {
    [
      settings.version, settings.scale.rawValue, settings.collection,
      settings.isSalvaging ? "salvage" : "", variant,
    ]
  }

  /// All that decides how an input is read, but for its bytes.
  private func reading(of input: InputList.Input) -> String {
    Self.key(
      of: reading + [input.isFound ? "found" : "", Self.name(of: input.role)] + input.documentPath)
  }

  private static func key(of words: [String]) -> String {
    var writer = JSONWriter()
    writer.array { array in for word in words { array.string(word) } }
    return String(SHA256.digest(writer.bytes).description.prefix(16))
  }

  private static func name(of role: InputList.Role?) -> String {
    switch role {
    case .shard(_, _, let isCertain): isCertain ? "shard" : "likely shard"
    case .beside: "beside"
    case .metadata: "metadata"
    case .companion: "companion"
    case .unlisted: "unlisted"
    case nil: ""
    }
  }

  private func write(to path: String, _ body: (inout ByteOutput) throws -> Void) throws {
    var output = try ByteOutput(OutputTarget(path), permissions: .ownerOnly, isDurable: false)
    try body(&output)
    try output.finish().publish()
  }

  // MARK: The folder

  private func readIndex() throws {
    guard try FileStatus(path: indexPath) != nil else {
      knowsSizes = try directoryEntries(directory).allSatisfy { !$0.hasSuffix(Self.ending) }
      return
    }
    var window = ByteWindow(try InputFile(path: indexPath), byteCount: 64 << 10)
    if let index = try PartialIndex(&window) {
      self.index = index
      return
    }
    knowsSizes = false
    diagnostics.warning(
      "the index is damaged, and is made again", kind: "damaged index",
      at: Place(file: indexPath))
  }

  /// Refuses a folder with files that `--partials` did not write.
  private func refuseForeignFiles() throws {
    for name in try directoryEntries(directory) where !name.hasPrefix(".") {
      let length = name.hasPrefix(Self.sumBeginning) ? Self.sumBeginning.utf8.count : 65
      let isOwn =
        name == Self.indexName
        ? try isOwnIndex()
        : name.hasSuffix(Self.ending) && name.utf8.count == length + 16 + Self.ending.utf8.count
      if isOwn { continue }
      throw OutputRefusal(
        .cannotCreate, "--partials '\(directory)' has '\(name)', which --partials did not write",
        hint: "name a folder of its own")
    }
  }

  /// Whether the index is one, also if it is damaged: a power cut leaves a part of its bytes, or
  /// zeros in their places. If its beginning is damaged, its last line tells.
  private func isOwnIndex() throws -> Bool {
    guard try FileStatus(path: indexPath)?.kind == .regular else { return false }
    var window = ByteWindow(try InputFile(path: indexPath), byteCount: 4 << 10)
    if try Self.isIndex(&window) || PartialIndex.beginning.hasPrefix(window.bytes.text) {
      return true
    }
    var (isZero, tail) = (true, [UInt8]())
    repeat {
      isZero = isZero && window.bytes.copied.allSatisfy { $0 == 0 }
      tail = (tail + window.bytes.copied).suffix(PartialIndex.lastLineByteCount)
      window.drop(window.count)
    } while try window.refill() == .more
    return isZero || PartialIndex.ends(with: tail)
  }

  /// Whether a file begins as an index does.
  static func isIndex(_ window: inout ByteWindow) throws -> Bool {
    try window.begins(with: PartialIndex.beginning)
  }

  /// The refusal of a folder of `--partials` as an operand of `--merge`.
  static func refusal(ofMerging path: String) -> UnsuitableInput {
    UnsuitableInput(
      path, "its folder is one of --partials, which also has partial results of older files",
      hint: "give the inputs, and the folder with --partials")
  }
}

extension PartialResult {
  /// Whether the pieces are large enough for the counts, so that those of many files add up.
  fileprivate var fitsPieces: Bool {
    guard let bound else { return false }
    return bound / 16 <= pieces.reduce(0) { $0 + $1.byteCountRead }
  }
}
