import ByteIO
import Console
import Pipeline

/// An earlier run of the same tool on the same files, which left a journal and may have been interrupted
/// while its outputs got their names.
struct EarlierRun {
  let journalPath: String
  let tool: String
  let time: String
  /// Whether its options decide the same result.
  let isSame: Bool
  /// What it wrote, as it was named, from the root on.
  let outputs: [String]
  let files: [JournalFile]

  /// Reads a journal; nil where there is none, or it is of another tool or of other files.
  init?<Options>(of run: ToolRun<Options>, _ outputs: [String], at path: String) throws {
    guard let reader = try Self.reader(path) else { return nil }
    let options = reader.options
    guard reader.tool == run.diagnostics.tool, Set(reader.outputs) == Set(outputs) else {
      return nil
    }
    try self.init(path, reader, isSame: options == Self.options(of: run))
  }

  /// Reads any journal; nil where there is no whole one.
  init?(at path: String) throws {
    guard let reader = try Self.reader(path) else { return nil }
    try self.init(path, reader, isSame: false)
  }

  private init?(_ path: String, _ reader: consuming JournalReader, isSame: Bool) throws {
    (journalPath, tool, time) = (path, reader.tool, reader.time)
    (self.isSame, outputs) = (isSame, reader.outputs)
    do {
      files = try reader.files()
    } catch is DamagedJournal {
      return nil
    }
  }

  private static func reader(_ path: String) throws -> JournalReader? {
    guard try FileStatus(path: path)?.kind == .regular else { return nil }
    do {
      return try JournalReader(InputFile(path: path))
    } catch is DamagedJournal {
      return nil
    }
  }

  /// The options of a run that decide what it makes, but for those that each run may have of its own.
  static func options<Options>(of run: ToolRun<Options>) throws -> [String] {
    let own: Set = ["--output", "--journal", "--rejects", "--force", "--now"]
    return try run.given.filter { $0.role == .result && !own.contains($0.spelling) }.map { option in
      guard option.pathKind != nil, let value = option.value else { return option.argument() }
      let path = try RecordedRun.absolute(value)
      return option.argument { _ in path }
    }.sorted()
  }

  // MARK: How far it came

  /// The files in the order in which their results got their names.
  private var published: [JournalFile] {
    files.filter { $0.result != .nothing } + files.filter { $0.result == .nothing }
  }

  /// Whether the first and the last file to be published are as they were read; where neither is, the run
  /// ended.
  private var ends: (isFirstBefore: Bool, isLastBefore: Bool) {
    get throws {
      guard let first = published.first, let last = published.last else { return (false, false) }
      return (try Self.isBefore(first), try Self.isBefore(last))
    }
  }

  /// Whether some files are as they were read, and others are not.
  var seemsInterrupted: Bool {
    get throws {
      let ends = try ends
      if ends.isFirstBefore != ends.isLastBefore { return true }
      return try ends.isFirstBefore && !isNotBegun
    }
  }

  /// What has become of each file, if the run was interrupted: some are as it left them, and others are
  /// as it read them.
  ///
  /// - Throws: `UnsuitableInput` where one is neither.
  func interruption() throws -> Interruption? {
    let ends = try ends
    guard ends.isFirstBefore || ends.isLastBefore else { return nil }
    let findings: [UndoFinding]
    do {
      findings = try UndoFinding.each(files, journalPath).map { try $0.get() }
    } catch is UnsuitableInput where ends.isFirstBefore == ends.isLastBefore {
      // It was taken back, and a file was changed since.
      return nil
    }
    let interruption = Interruption(run: self, findings: findings)
    return interruption.writtenCount > 0 ? interruption : nil
  }

  /// What to do about files that an interrupted run in place has left half-way; nil where there was none.
  ///
  /// - Parameter folder: the directory that they are in.
  static func hint(for folder: String) throws -> String? {
    let folder = try absolutePath(folder)
    var path = folder
    while path != "/" {
      if let newest = try RunJournal.paths(beside: path).existing.last,
        let earlier = try EarlierRun(at: newest), try earlier.seemsInterrupted,
        earlier.files.contains(where: { $0.resultPath.startsWithBytes(of: folder + "/") })
      {
        return
          "\(earlier.tool) was interrupted here: run it again with --resume, or take back what it "
          + "wrote: \(earlier.tool) --undo \(ShellWord.quoted(path: newest))"
      }
      path = parentDirectory(of: path)
    }
    return nil
  }

  /// Whether nothing of it is there, so that its journal is of no use.
  var isNotBegun: Bool {
    get throws { try files.allSatisfy(Self.isBefore) }
  }

  private static func isBefore(_ file: JournalFile) throws -> Bool {
    guard try FileStatus(path: file.resultPath)?.kind == .regular else { return false }
    return try file.isOriginal(at: file.resultPath)
  }
}

/// A run in place that was interrupted: what it wrote is taken back, so that all of it can be done again.
struct Interruption {
  let run: EarlierRun
  let findings: [UndoFinding]
  /// What became of the run once it is taken back.
  static let words = "what the interrupted run wrote was taken back"

  /// How many files are as the run left them.
  var writtenCount: Int {
    findings.count { if case .asLeft = $0 { true } else { false } }
  }

  /// Says what the real run would begin with.
  func warn(_ diagnostics: Diagnostics) {
    diagnostics.warning(
      "the run of \(run.time) was interrupted: the real run would first restore its "
        + "\(Amount.count(writtenCount, of: "file")) from '\(run.journalPath)'",
      kind: "interrupted run")
  }

  /// Takes back what the run wrote. Should this be interrupted, too, its journal still tells of it.
  func takeBack<Options>(_ next: ToolRun<Options>, under locks: RunLocks) throws {
    var reader = try JournalReader(InputFile(path: run.journalPath))
    var publication = Publication(next.diagnostics)
    for (file, finding) in zip(run.files, findings) {
      guard var output = try finding.output(for: file) else {
        try reader.pass()
        continue
      }
      guard try reader.restore(file, from: file.resultPath, { try output.write($0) }) else {
        throw UndoFinding.changed(file.resultPath)
      }
      publication.add(try output.finish())
    }
    publication.setRemedy("run again to go on")
    try publication.publish(next.signalAnswers, under: locks)
    next.diagnostics.note(
      "the run of \(run.time) was interrupted: \(Amount.count(writtenCount, of: "file")) restored "
        + "from '\(run.journalPath)', and the run begins anew")
  }
}
