import Formats
import Jokes
package import Scan
import SystemIO

/// The folder of `--partials`: a partial result for each input file by its content, and an index of
/// the files, so that only new and changed ones are read.
///
/// A class, because the pass over the inputs asks it and the run reports what it did.
package final class PartialStore {
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
  private var hasFailed = false

  /// The names of the folder's files.
  private static let indexName = "index"
  private static let ending = ".partial"

  /// Opens the folder, and creates it if needed.
  ///
  /// - Parameters:
  ///   - variant: the options, other than the settings, that decide how an input is read.
  ///   - isWriting: whether partial results are kept.
  /// - Throws: `OutputRefusal` if it would be read as an input, or holds foreign files;
  ///   `SystemError`.
  package init(
    _ directory: String, _ settings: PartialSettings, variant: String, inputs: InputList,
    isWriting: Bool, _ diagnostics: Diagnostics
  ) throws {
    (self.directory, self.settings, self.variant) = (directory, settings, variant)
    (self.isWriting, self.diagnostics) = (isWriting, diagnostics)
    if isWriting { try makeDirectories(directory) }
    guard let status = try FileStatus(path: directory) else { return }
    guard status.kind == .directory else {
      throw OutputRefusal(.cannotCreate, "--partials '\(directory)' is not a folder")
    }
    try Self.refuse(directory, within: inputs)
    try refuseForeignFiles()
    if isWriting, case .taken(let lock) = try OutputLock.take(on: indexPath) { self.lock = lock }
    try readIndex()
  }

  private var indexPath: String { directory + "/" + Self.indexName }

  // MARK: Use

  /// The partial result of an input; nil if it must be read.
  package func partial(of input: InputList.Input) throws -> PartialResult? {
    guard Self.takes(input) else { return nil }
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
  package func keep(
    _ partial: PartialResult, of file: InputPass.File, readAt time: Timestamp
  ) throws {
    let input = file.input
    guard isWriting, !hasFailed, Self.takes(input), let piece = partial.pieces.first,
      !piece.format.isHistory
    else { return }
    do {
      try write(to: self.path(of: piece.digest, input)) {
        try PartialFile.write(partial, to: &$0)
      }
      index.enter(try RecordedRun.absolute(input.path), file.status, piece.digest, readAt: time)
    } catch let error as any ReportableError {
      warn(of: error)
    }
  }

  /// Writes the index.
  package func finish() throws {
    guard isWriting, !hasFailed else { return }
    do {
      try index.removeGone(except: inputs)
      if index.isChanged { try write(to: indexPath) { try index.write(to: &$0) } }
    } catch let error as any ReportableError {
      warn(of: error)
    }
    lock = nil
  }

  /// Whether partial results of an input are kept. A stream, or a file in which mended records
  /// stand, has no content to know it by.
  private static func takes(_ input: InputList.Input) -> Bool {
    input.canBeReadTwice && input.mending == nil && input.status.byteCount > 0
  }

  private func partial(
    _ digest: SHA256.Digest, of input: InputList.Input
  ) throws -> PartialResult? {
    let path = path(of: digest, input)
    guard try FileStatus(path: path)?.kind == .regular else { return nil }
    do {
      var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10)
      let partial = try PartialReader.read(&window)
      guard partial.settings == settings, partial.pieces.count == 1,
        partial.pieces[0].digest == digest, partial.fits(partial.pieces[0])
      else { throw DamagedPartial(path, line: nil, "it is not of this file") }
      return partial
    } catch let damage as DamagedPartial {
      diagnostics.warning(
        "the partial result is damaged (\(damage.reason)), and is made again",
        kind: "damaged partial result", at: Place(file: path))
      return nil
    }
  }

  /// The path of a partial result: it tells the content, and all that decides how it is read.
  private func path(of digest: SHA256.Digest, _ input: InputList.Input) -> String {
    var writer = JSONWriter()
    writer.object { name in
      name.member("version", settings.version)
      name.member("scale", settings.scale.rawValue)
      name.member("collection", settings.collection)
      name.member("salvage", settings.isSalvaging ? 1 : 0)
      name.member("variant", variant)
      name.member("found", input.isFound ? 1 : 0)
      name.member("role", Self.name(of: input.role))
      name.member("document", input.documentPath.joined(separator: "/"))
    }
    let reading = String(SHA256.digest(writer.bytes).description.prefix(16))
    return "\(directory)/\(digest)-\(reading)\(Self.ending)"
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
    var output = try ByteOutput(OutputTarget(path), isPrivate: true)
    try body(&output)
    try output.finish().publish()
  }

  private func warn(of error: any ReportableError) {
    hasFailed = true
    diagnostics.warning(
      "partial results cannot be kept: \(error.message); the next run reads the files again",
      kind: "partial results", at: Place(file: directory))
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
      let isOwn =
        name == Self.indexName
        ? try isOwnIndex() : name.hasSuffix(Self.ending) && name.utf8.count == 89
      if isOwn { continue }
      throw OutputRefusal(
        .cannotCreate, "--partials '\(directory)' has '\(name)', which --partials did not write",
        hint: "name a folder of its own")
    }
  }

  private func isOwnIndex() throws -> Bool {
    guard let status = try FileStatus(path: indexPath), status.kind == .regular else { return false }
    if status.byteCount == 0 { return true }
    var window = ByteWindow(try InputFile(path: indexPath), byteCount: 4 << 10)
    return try Self.isIndex(&window)
  }

  /// Whether a file begins as an index does.
  static func isIndex(_ window: inout ByteWindow) throws -> Bool {
    let beginning = Array(PartialIndex.beginning.utf8)
    while window.count < beginning.count, try window.refill() == .more {}
    return window.count >= beginning.count
      && window.bytes.extracting(0..<beginning.count).isEqual(to: beginning.span)
  }

  /// The refusal of a folder of `--partials` as an operand of `--merge`.
  static func refusal(ofMerging path: String) -> UnsuitableInput {
    UnsuitableInput(
      path, "its folder is one of --partials, which also has partial results of older files",
      hint: "give the inputs, and the folder with --partials")
  }

  /// Refuses a folder that would be read as an input.
  private static func refuse(_ directory: String, within inputs: InputList) throws {
    var path = try absolutePath(directory)
    while true {
      if let status = try FileStatus(path: path), let operand = inputs.directories[status.identity]
      {
        throw OutputRefusal(
          .cannotCreate, "--partials '\(directory)' is in the input '\(operand)'",
          hint: "name a folder outside, or one whose name begins with a dot")
      }
      // What is below a hidden folder is not read.
      let name = path.dividedAtSlashes().last.map(String.init) ?? ""
      let parent = parentDirectory(of: path)
      if name.hasPrefix(".") || parent == path { return }
      path = parent
    }
  }
}

extension PartialResult {
  /// Whether the piece is large enough for the counts, so that those of many files add up.
  fileprivate func fits(_ piece: CoveredPiece) -> Bool {
    guard let bound else { return false }
    return bound / 16 <= piece.byteCountRead
  }
}
