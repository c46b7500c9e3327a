import Formats
import Scan
import SystemIO

// Finds earlier runs by their journals: near a file, or beside a run's inputs.
extension EarlierRun {
  /// The run to undo first, of those that made a file, or a file in a directory.
  ///
  /// That is the run whose result is still there: `--now` may have set its time, and later runs may
  /// be undone already. Without one, it is the newest. Journals are looked for in the folder of the
  /// file, and in the folder above.
  ///
  /// - Returns: the run; nil if no journal has the file among its results.
  static func last(near path: String) throws -> EarlierRun? {
    let place = try RunJournal.absolute(OutputTarget.resolved(path))
    let folder = parentDirectory(of: place)
    var runs: [(run: EarlierRun, results: [String?])] = []
    for directory in folder == "/" ? [folder] : [folder, parentDirectory(of: folder)] {
      for journal in journals(in: directory) where journal != place {
        guard let run = try EarlierRun(at: journal) else { continue }
        let results = run.results(at: place)
        guard results.contains(where: { $0 != nil }) else { continue }
        runs.append((run, results))
      }
    }
    // A journal may have to be read whole, so the last one comes first.
    for (run, results) in try runs.sorted(by: { try $0.run.written > $1.run.written }) {
      if try run.isLeft(at: results) { return run }
    }
    return try runs.map(\.run).max { try ($0.time, $0.written) < ($1.time, $1.written) }
  }

  /// The modification time of the journal, which orders runs of the same time.
  var written: Timestamp {
    get throws { try FileStatus(path: journalPath)?.modified ?? .init(seconds: 0) }
  }

  /// The journals in a directory, by their first bytes; empty if the directory cannot be read.
  private static func journals(in directory: String) -> [String] {
    searchedEntries(directory).map { directory.appendingName($0) }.filter(isJournal)
  }

  /// Whether a file starts like a journal; false if it cannot be read.
  static func isJournal(_ path: String) -> Bool {
    do {
      return try JournalReader.isJournal(at: path)
    } catch {
      return false
    }
  }

  /// The path of each of its results that is a file or lies in a directory, either in its place or
  /// moved beside the journal; nil for others.
  private func results(at place: String) -> [String?] {
    let folder = parentDirectory(of: journalPath)
    return files.map { file in
      let results =
        [file.resultPath] + outputs.compactMap { moved(file.resultPath, from: $0, to: folder) }
      return results.first { $0.hasBytes(of: place) || $0.startsWithBytes(of: place + "/") }
    }
  }

  /// Whether one of its files holds the bytes that the run wrote, at the path given for it.
  private func isLeft(at paths: [String?]) throws -> Bool {
    var reader = try JournalReader(InputFile(path: journalPath))
    for (file, path) in zip(files, paths) {
      guard let path, try FileStatus(path: path)?.kind == .regular else {
        try reader.pass()
        continue
      }
      if try reader.isResult(at: path, of: file) { return true }
    }
    return false
  }

  /// The path of a result whose output was moved into a folder; nil if it belongs to another
  /// output.
  private func moved(_ path: String, from output: String, to folder: String) -> String? {
    guard path.hasBytes(of: output) || path.startsWithBytes(of: output + "/") else { return nil }
    let parent = parentDirectory(of: output)
    let below = parent == "/" ? path[...] : path.behindBytes(of: parent)
    return (folder == "/" ? "" : folder) + below
  }

  /// The runs with journals beside the operands, the inputs and the directories above them: the
  /// newest of each place, those beside operands first. Warns of journals beside other files that
  /// cannot be read: they may be another user's.
  static func beside(_ inputs: InputList, _ diagnostics: Diagnostics) throws -> [EarlierRun] {
    var runs: [EarlierRun] = []
    var seen: Set<PathKey> = []
    func add(beside path: String) throws {
      guard let newest = try RunJournal.newest(beside: path),
        seen.insert(PathKey(try RunJournal.absolute(newest))).inserted,
        let run = try EarlierRun(at: newest)
      else { return }
      runs.append(run)
    }
    for operand in inputs.operands where operand != "-" { try add(beside: operand) }
    var folders: [PathKey: String] = [:]
    for input in inputs.files where input.canBeReadTwice {
      let parent = parentDirectory(of: input.path)
      let key = PathKey(parent)
      let folder = try folders[key] ?? absolutePath(parent)
      folders[key] = folder
      var path = folder.appendingName(lastComponent(of: input.path))
      while path != "/", seen.insert(PathKey(path)).inserted {
        let first = try RunJournal.unlessNameIsTooLong {
          try FileStatus(path: path + ".journal")
        }
        if first != nil { try add(beside: path) }
        path = parentDirectory(of: path)
      }
    }
    // The journal of several files is beside the first, which may not be an input of this run.
    for folder in folders.values {
      for path in paths(withJournalsIn: folder) where seen.insert(PathKey(path)).inserted {
        do {
          try add(beside: path)
        } catch let error as SystemError where error.kind == .permission {
          diagnostics.warning(
            "whether its run stopped halfway over these files is not known: \(error.message)",
            kind: "unreadable journal")
        }
      }
    }
    return runs
  }

  /// The paths that journals in a directory lie beside, by their names; empty if the directory
  /// cannot be read.
  private static func paths(withJournalsIn folder: String) -> [String] {
    searchedEntries(folder).filter { $0.hasSuffix(".journal") }
      .map { folder.appendingName(String($0.dropLast(".journal".count))) }
  }

  /// Whether one of its results is an input.
  func touches(_ inputs: InputList) throws -> Bool {
    let identities = Set(inputs.files.map(\.status.identity))
    return try files.contains { file in
      try FileStatus(path: file.resultPath).map { identities.contains($0.identity) } ?? false
    }
  }

  /// Refuses a run over files of an earlier run that stopped halfway, unless it resumes that run:
  /// no single journal could undo both, and its batches would lack the changes already made.
  ///
  /// - Throws: `UnsuitableInput`; a dry run warns instead.
  func refuseIfHalfDone(_ run: ToolRun, _ inputs: InputList) throws {
    guard try touches(inputs), let findings = try halfDone else { return }
    let refusal = try refusal(run, findings)
    guard run.arguments.isDiscarding else { throw refusal }
    run.diagnostics.warn(ofObstacle: refusal.message, at: refusal.place)
  }

  /// The error for another run over its files.
  private func refusal(_ run: ToolRun, _ findings: [UndoFinding]) throws -> UnsuitableInput {
    let undo = "\(tool) --undo \(ShellWord.quoted(path: journalPath))"
    guard findings.contains(where: \.isAsLeft) else {
      return UnsuitableInput(
        journalPath,
        "some files are as they were before the run of \(time), and no other has its result any more: "
          + "whether it was interrupted or undone is not known",
        hint: "if it was undone, as from a backup, remove the journal; otherwise restore its other "
          + "files first: \(undo) --salvage")
    }
    let isChanged = findings.contains { $0.problem != nil }
    let remedy =
      try isChanged
      ? "run \(tool) over them again; or restore its other files first: \(undo) --salvage"
      : "resume it, with the guards that it had: \(command(for: run)); or restore its files first: "
        + undo
    return UnsuitableInput(
      journalPath,
      "the run of \(time) seems interrupted: some of its files are written, and others are not; this is "
        + "another run over them",
      hint: "\(remedy); or, if that is done or it was undone, remove the journal")
  }

  /// The command that resumes it, or a description of it if it is long or another tool's.
  private func command(for run: ToolRun) throws -> String {
    guard outputs.count <= 8, options.contains("--in-place"), tool == run.tool.name else {
      return "the same command with --resume"
    }
    // Batches name their sources as given, most likely relative to this directory.
    let operands = outputs.map { ShellWord.quoted(path: pathFromHere($0)) }
    let isPlain = { (word: String) in word.utf8.allSatisfy { Self.plainBytes.contains($0) } }
    let time = run.tool.options.has("now") ? ["--now", time] : []
    let words = operands + options.map { isPlain($0) ? $0 : ShellWord.quoted($0) } + time
    return "\(tool) \(words.joined(separator: " ")) --resume"
  }

  private static let plainBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,".utf8)
}
