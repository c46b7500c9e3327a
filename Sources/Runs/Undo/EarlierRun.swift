import Scan
import SystemIO

/// An earlier run of the tool on the same files, known by its journal. It may have been interrupted
/// while it published.
struct EarlierRun {
  let journalPath: String
  let tool: String
  let time: String
  /// Its outputs as named, as absolute paths.
  private(set) var outputs: [String]
  let options: [String]
  private(set) var files: [JournalFile]

  /// Reads a journal; nil if it is missing or not whole. An output that is gone counts as moved if
  /// one of its name is beside the journal.
  init?(at path: String) throws {
    guard try FileStatus(path: path)?.kind == .regular else { return nil }
    do {
      let reader = try JournalReader(InputFile(path: path))
      (journalPath, tool, time) = (path, reader.tool, reader.time)
      (outputs, options) = (reader.outputs, reader.options)
      files = try reader.files()
    } catch is DamagedJournal {
      return nil
    }
    let owned = LocatedRun.indices(of: files, in: outputs)
    for index in outputs.indices where FileStatus(ifFound: outputs[index]) == nil {
      guard let place = try LocatedRun.moved(outputs[index], besides: path) else { continue }
      for file in owned[index] { files[file] = files[file].moved(from: outputs[index], to: place) }
      outputs[index] = place
    }
  }

  /// Whether its result options equal the run's.
  func hasOptions(of run: ToolRun) throws -> Bool {
    try options == Self.options(of: run)
  }

  /// Whether it was a run of the same tool with the same outputs, in any order.
  func isOf(_ run: ToolRun, _ outputs: [String]) -> Bool {
    tool == run.diagnostics.tool && Set(paths: self.outputs) == Set(paths: outputs)
  }

  /// The options that determine a run's result, except for those that may differ between a run and
  /// its resumption.
  static func options(of run: ToolRun) throws -> [String] {
    let own: Set = ["--output", "--journal", "--rejects", "--force", "--now", "--allow-empty"]
    let given = run.arguments.given
    return try given.filter { $0.role == .result && !own.contains($0.spelling) }
      .map { try $0.absoluteArgument() }.sorted()
  }

  // MARK: How far it got

  /// The files in the order of publication: removals are last.
  private var published: [JournalFile] {
    files.filter { $0.result != .nothing } + files.filter { $0.result == .nothing }
  }

  /// Whether the last file in the order of publication holds the run's result, as only a complete
  /// run leaves it.
  private var isComplete: Bool {
    get throws {
      guard files.count > 1, let last = published.last, let index = files.firstIndex(of: last)
      else { return true }
      return try UndoFinding.each(files, journalPath, only: [index])[index].isAsLeft
    }
  }

  /// The findings on each file, if the run was interrupted: some files hold its result and others
  /// their original bytes; nil otherwise.
  ///
  /// If all its results were changed since, it was either interrupted or undone; undoing would have
  /// written a file anew, after the journal.
  var halfDone: [UndoFinding]? {
    get throws {
      guard try !isComplete else { return nil }
      let findings = try UndoFinding.each(files, journalPath)
      let originals = zip(files, findings).filter { $1.isAsBefore }.map(\.0)
      if originals.isEmpty { return nil }
      if findings.contains(where: \.isAsLeft) { return findings }
      guard findings.contains(where: { $0.problem != nil }) else { return nil }
      let written = try written
      let isUndone = try originals.contains { file in
        try FileStatus(path: file.resultPath).map { $0.modified > written } ?? false
      }
      return isUndone ? nil : findings
    }
  }

  /// The findings on each file, if the run was interrupted and can be undone; nil if it was not.
  ///
  /// - Throws: `UnsuitableInput` if a file holds neither the result nor the original bytes.
  func interruption() throws -> Interruption? {
    guard let findings = try halfDone else { return nil }
    if let problem = findings.lazy.compactMap(\.problem).first { throw problem }
    return Interruption(run: self, findings: findings)
  }

  /// The hint for files that an interrupted run in place has left halfway; nil if there was none.
  ///
  /// - Parameter folder: the directory of the files.
  static func hint(for folder: String) throws -> String? {
    let folder = try absolutePath(folder)
    var path = folder
    while path != "/" {
      if let newest = try RunJournal.newest(beside: path),
        let earlier = try EarlierRun(at: newest), try earlier.halfDone != nil,
        earlier.files.contains(where: { $0.resultPath.startsWithBytes(of: folder + "/") })
      {
        return
          "\(earlier.tool) was interrupted here: run it again with --resume, or restore its "
          + "files: \(earlier.tool) --undo \(ShellWord.quoted(path: newest))"
      }
      path = parentDirectory(of: path)
    }
    return nil
  }

  /// Whether all files hold their original bytes, so that there is nothing to undo.
  var isNotBegun: Bool {
    get throws { try files.allSatisfy(Self.isBefore) }
  }

  /// Whether no file is there that it wrote.
  var hasNoOutput: Bool {
    get throws { try files.allSatisfy { try FileStatus(path: $0.resultPath) == nil } }
  }

  private static func isBefore(_ file: JournalFile) throws -> Bool {
    guard try FileStatus(path: file.resultPath)?.kind == .regular else { return false }
    return try file.isOriginal(at: file.resultPath)
  }
}

/// An interrupted run in place, to be undone before it is repeated.
struct Interruption {
  let run: EarlierRun
  let findings: [UndoFinding]
  /// The files that hold the run's result.
  private var writtenPaths: [String] {
    zip(run.files, findings).compactMap { $1.isAsLeft ? $0.resultPath : nil }
  }

  /// The number of files that hold the run's result.
  var writtenCount: Int { writtenPaths.count }

  /// Warns, in a dry run, that the real run would undo this one first.
  ///
  /// - Throws: `UnsuitableInput` if a plan is to be made, which would be one of the files as they are.
  func warn(_ next: ToolRun) throws {
    if next.arguments[.planOut] != nil {
      throw UnsuitableInput(
        run.journalPath,
        "the run of \(run.time) was interrupted when some of its files were written, "
          + "and what they hold now cannot be planned",
        hint: "run it again to finish, or restore its files: \(run.tool) --undo "
          + ShellWord.quoted(path: run.journalPath))
    }
    let names = writtenPaths.prefix(3).map { "'\($0)'" }
    let more =
      writtenCount > names.count ? [" and \(Amount.count(writtenCount - names.count)) more"] : []
    next.diagnostics.warning(
      "the run of \(run.time) was interrupted: the real run would first restore its "
        + "\(Amount.count(writtenCount, of: "file")) from '\(run.journalPath)' "
        + "(\(names.joined(separator: ", "))\(more.joined())), and read what they held",
      kind: "interrupted run")
  }

  /// Undoes the run. The journal stays, so that an interruption of the undoing can be undone too.
  func takeBack(_ next: ToolRun, under locked: OutputSet) throws {
    var reader = try JournalReader(InputFile(path: run.journalPath))
    var outputs = locked
    for (file, finding) in zip(run.files, findings) {
      if let restored = try finding.restore(file, &reader, into: finding.output(for: file)) {
        try outputs.publication.add(restored)
      }
    }
    outputs.publication.isRestoring = true
    outputs.publication.remedy = "nothing else was done; run again to continue"
    try outputs.publish()
    next.facts.hasRestored = true
    next.diagnostics.note(
      "the run of \(run.time) was interrupted: \(Amount.count(writtenCount, of: "file")) restored "
        + "from '\(run.journalPath)', and the run starts again")
  }
}
