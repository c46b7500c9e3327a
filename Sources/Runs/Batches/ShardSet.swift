import Formats
import Scan
import SystemIO

/// The directories of batches of all shards of one run, in the order of the shards.
struct ShardSet: Sendable {
  /// A shard: its directory and its record.
  private typealias Shard = (directory: String, record: ShardRecord)

  private let shards: [Shard]
  /// What the shards cover, in the order of the inputs.
  let covers: [ShardRecord.Cover]

  /// Reads the records.
  ///
  /// - Throws: `UnsuitableInput` if one is missing, damaged, of another run, or there twice, or if
  ///   the shards do not cover all of the inputs.
  init(_ directories: [String]) throws {
    var shards = try directories.map { directory in
      let path = directory.withoutTrailingSlashes
      return Shard(path, try ShardRecord(in: path))
    }
    guard let first = shards.first else { preconditionFailure("a merge has operands") }
    for other in shards.dropFirst() { try Self.checkIsOfOneRun(other, as: first) }
    shards.sort { $0.record.shard.index < $1.record.shard.index }
    try Self.checkCompleteness(shards)
    self.shards = shards
    covers = shards.flatMap(\.record.covers).sorted {
      ($0.number, $0.range.lowerBound) < ($1.number, $1.range.lowerBound)
    }
    try checkCover()
    for shard in shards { try Self.checkFiles(of: shard) }
  }

  var first: ShardRecord { shards[0].record }
  var count: Int { shards.count }
  /// The bytes of all batches.
  var byteCount: Int {
    shards.flatMap { $0.record.batches + $0.record.undoBatches }.reduce(0) { $0 + $1.byteCount }
  }

  var counts: ShardRecord.Counts {
    shards.dropFirst().reduce(into: first.counts) { $0 += $1.record.counts }
  }

  // MARK: Records

  private static func checkIsOfOneRun(_ shard: Shard, as first: Shard) throws {
    let (record, other) = (shard.record, first.record)
    func refusal(_ message: String, _ hint: String) -> UnsuitableInput {
      UnsuitableInput(shard.directory, message, hint: hint)
    }
    if record.shard.count != other.shard.count {
      throw refusal(
        "it is shard \(record.shard), and '\(first.directory)' is \(other.shard)",
        "name the shards of one number")
    }
    if record.version != other.version {
      throw refusal(
        "it was made by version \(record.version), and '\(first.directory)' by \(other.version)",
        "make all shards with one version")
    }
    if let (one, two) = zip(record.settings, other.settings).first(where: { $0 != $1 }) {
      throw refusal(
        "it was made with \(Self.words(one)), and '\(first.directory)' with \(Self.words(two))",
        "make all shards with the same options")
    }
    if record.inputs != other.inputs || record.settings.count != other.settings.count {
      throw refusal(
        "it is a shard of other inputs than '\(first.directory)'",
        "make all shards from the same files, named alike, which must not change until the last one is "
          + "done")
    }
  }

  private static func words(_ setting: (name: String, value: String)) -> String {
    setting.value.isEmpty
      ? "no --\(setting.name)"
      : setting.value == "yes"
        ? "--\(setting.name)" : "--\(setting.name) \(ShellWord.quoted(setting.value))"
  }

  /// Throws unless each shard is there once.
  private static func checkCompleteness(_ shards: [Shard]) throws {
    for (one, other) in zip(shards, shards.dropFirst())
    where one.record.shard == other.record.shard {
      throw UnsuitableInput(
        other.directory, "it is shard \(other.record.shard), as '\(one.directory)' is",
        hint: "name one of them")
    }
    let count = shards[0].record.shard.count
    guard shards.count < count else { return }
    let missing = RunShard.missing(among: Set(shards.map(\.record.shard.index)), of: count)
    throw UnsuitableInput(
      shards.map(\.directory).prefix(1).joined(),
      "of its \(Amount.count(count, of: "shard")), \(RunShard.words(missing, of: count))",
      hint:
        "name their directories, too, or make them with '--shard \(missing[0])/\(count) --batches DIR'"
    )
  }

  /// Throws unless the shards cover each byte of the inputs once.
  private func checkCover() throws {
    var files: [(path: String, byteCount: Int)] = []
    var rest = covers[...]
    while let first = rest.first {
      let ofFile = rest.prefix { $0.number == first.number }
      rest = rest[ofFile.endIndex...]
      try ShardRecord.Cover.checkMakeFile(ofFile)
      guard ofFile.allSatisfy({ $0.path.hasBytes(of: first.path) }) else {
        throw UnsuitableInput(
          first.path, "two shares have read it under different names",
          hint: ShardRecord.Cover.again)
      }
      files.append((first.path, first.byteCount))
    }
    guard ShardRecord.Inputs(files) == first.inputs else {
      throw UnsuitableInput(
        shards[0].directory,
        "the shards cover \(Amount.count(files.count)) of "
          + Amount.count(first.inputs.count, of: "input"),
        hint: ShardRecord.Cover.again)
    }
  }

  /// Throws if a file is in a shard's directory that its record does not list: it may belong to
  /// another run.
  private static func checkFiles(of shard: Shard) throws {
    let record = shard.record
    let names = (record.batches + record.undoBatches + [record.fingerprints]).map(\.name)
    let listed = Set(names + ["undo", ShardRecord.fileName])
    for folder in ["", "undo/"] {
      guard try FileStatus(path: shard.directory + "/" + folder)?.kind == .directory else {
        throw UnsuitableInput(
          shard.directory, "its folder 'undo' is missing", hint: "make the shard's batches again")
      }
      for name in try directoryEntries(shard.directory + "/" + folder)
      where !name.hasPrefix(".") && !listed.contains(folder + name) {
        throw UnsuitableInput(
          shard.directory + "/" + folder + name, "it is not a file of the shard",
          hint: "move it out of the directory")
      }
    }
  }

  // MARK: Sums

  /// Throws if no document of any shard is of the collection, or none has a rating.
  func checkCounts() throws(GuardViolation) {
    let counts = counts
    guard first.setting("allow-empty")?.isEmpty != false else { return }
    let collection = first.setting("collection") ?? ""
    if counts.documents == 0, counts.others > 0 {
      throw GuardViolation(
        message: "none of \(Amount.count(counts.others, of: "document")) is of the collection "
          + "'\(collection)'",
        advice:
          "make the shards with another --collection, or with '--allow-empty', which accepts it")
    }
    if counts.documents > 0, counts.withoutRating == counts.documents {
      throw GuardViolation(
        message: "none of \(Amount.count(counts.documents, of: "document")) has a rating",
        advice: "see whether it is an export of \(collection); shards made with '--allow-empty' "
          + "accept it")
    }
  }

  /// The parts of exports that hold other numbers of entities than their metadata say.
  var exportProblems: [ExportProblem] {
    var exports: [ExportCounts] = []
    for shard in shards { exports.merge(shard.record.exports) }
    return exports.flatMap(\.problems)
  }

  /// Throws if a document that a batch writes is in two shards.
  func checkDocuments() throws {
    var merge = try FingerprintMerge(
      shards.map { ($0.directory + "/" + $0.record.fingerprints.name, $0.record.fingerprints) })
    var found: FingerprintMerge.Repetition?
    // All files are read to their ends, so that damage wins.
    try merge.forEachRepetition { found = found ?? $0 }
    guard let found else { return }
    let places = found.shards.map { "\(shards[$0].record.shard) ('\(shards[$0].directory)')" }
    let name = try name(of: found.document, in: shards[found.writer])
    throw UnsuitableInput(
      shards[found.writer].directory,
      "\(name.map { "the document '\($0)'" } ?? "a document") is in the shards "
        + places.joined(separator: " and ") + ", and batches cannot say which one is meant",
      hint: "remove all but one from the inputs and make all shards again, or make the batches "
        + "without --shard, which rejects such documents and writes the rest")
  }

  /// The full name of a document that a shard's batches write.
  private func name(of document: ShardFingerprint, in shard: Shard) throws -> String? {
    for file in shard.record.batches {
      let batch = try Self.contents(of: file, in: shard)
      for write in BatchDirectory.writes(in: batch.span) ?? [] {
        let value = JSONValue(ifIn: batch.span.extracting(write))
        guard let name = value?["delete"]?.string ?? value?["update"]?["name"]?.string,
          let id = name.dividedAtSlashes().last
        else { continue }
        let bytes = Array(id.utf8)
        if ShardFingerprint(ofID: bytes.span, isWritten: true).isOfDocument(of: document) {
          return name
        }
      }
    }
    return nil
  }

  // MARK: Batches

  /// Lends the batches in order, each with the one that undoes it and the ranges of their writes.
  ///
  /// - Throws: `UnsuitableInput` if a file is not the recorded one.
  func forEachBatch(
    _ body: ([UInt8], [UInt8], [(write: Range<Int>, undo: Range<Int>)]) throws -> Void
  ) throws {
    for shard in shards {
      for (file, undoFile) in zip(shard.record.batches, shard.record.undoBatches) {
        let batch = try Self.contents(of: file, in: shard)
        let undo = try Self.contents(of: undoFile, in: shard)
        guard let writes = BatchDirectory.writes(in: batch.span),
          let undoWrites = BatchDirectory.writes(in: undo.span),
          writes.count == file.writeCount, writes.count == undoWrites.count
        else { throw Self.damage(file, in: shard) }
        try body(batch, undo, Array(zip(writes, undoWrites)))
      }
    }
  }

  private static func contents(
    of file: BatchFile, in shard: Shard
  ) throws -> [UInt8] {
    let path = shard.directory + "/" + file.name
    guard let status = try FileStatus(path: path) else { throw SystemError.missing(path) }
    guard status.byteCount == file.byteCount else { throw damage(file, in: shard) }
    var window = ByteWindow(
      try InputFile(path: path), byteCount: file.byteCount + 1, limit: file.byteCount + 1,
      hashes: true)
    try window.fill()
    guard window.digest() == file.digest else { throw damage(file, in: shard) }
    return window.bytes.copied
  }

  private static func damage(_ file: BatchFile, in shard: Shard) -> UnsuitableInput {
    UnsuitableInput(
      shard.directory + "/" + file.name,
      "it is not the file that \(ShardRecord.fileName) records: its SHA-256 differs",
      hint: "make the batches of shard \(shard.record.shard) again")
  }
}
