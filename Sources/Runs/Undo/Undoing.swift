import Formats
import Scan
import SystemIO

/// A run that undoes another: its results become the originals again.
///
/// All obstacles are found before anything is written, and all files are restored before the first
/// is published.
struct Undoing {
  let run: ToolRun
  private let journalPath: String
  private let files: [JournalFile]
  private let time: String
  private let destinations: [String]
  private let paths: OutputSet
  private let findings: [UndoFinding]
  /// The number of files that were changed since the run and stay.
  private let changedCount: Int
  /// The restored files, and when the undoing began.
  private var (outputs, start): ([FinishedOutput], Double) = ([], 0)

  /// Checks the journal and all its files.
  ///
  /// - Throws: `DamagedJournal`; `UnsuitableInput` if the journal is another tool's, or a file is
  ///   not the run's result; `OutputRefusal` and `SystemError`.
  init(_ run: ToolRun, _ journalPath: String) throws {
    self.run = run
    self.journalPath = journalPath
    guard try journalPath != "-" && FileStatus(path: journalPath)?.kind != .stream else {
      throw UsageError("'--undo' needs a file: a journal is read twice")
    }
    let reader = try Self.reader(journalPath)
    let tool = reader.tool
    time = reader.time
    let outputs = reader.outputs
    let moved = try outputs.compactMap { try LocatedRun.moved($0, besides: journalPath) }
    if let output = run.arguments[.output], output.hasSuffix("/") || outputs.count > 1 {
      OutputSet.makeWay(to: output, run)
    }
    var paths = try OutputSet(locking: run, others: outputs + moved)
    guard tool == run.diagnostics.tool else {
      throw UnsuitableInput(
        journalPath, "it is the journal of a run of \(tool)",
        hint: "undo it with: "
          + run.command(
            of: tool, without: "--undo", more: ["--undo", ShellWord.quoted(path: journalPath)]))
    }
    let located = try LocatedRun(
      try reader.files(), outputs, besides: journalPath, isSalvaging: run.arguments[.salvage],
      canSalvage: run.tool.options.has("salvage"))
    (files, findings) = (located.files, located.findings)
    destinations = try Self.destinations(files, below: located.outputs, run.arguments[.output])
    try paths.read(journalPath, option: "--undo")
    for file in files { try paths.read(file.resultPath, option: "the result") }
    for path in destinations where run.arguments[.output] != nil {
      try paths.write(path, option: "--output")
    }
    try paths.writeReports()
    self.paths = paths
    let problems = located.findings.compactMap(\.problem)
    changedCount = problems.count
    for problem in problems {
      run.diagnostics.warning(
        problem.message + "; it stays as it is", kind: "changed file", at: problem.place)
    }
    if let output = run.arguments[.output], destinations != [output],
      files.contains(where: \.isInPlace)
    {
      run.diagnostics.note(
        "'\(output)' gets only the files that the run in place changed; the others are where they were"
      )
    }
    for path in located.moved {
      run.diagnostics.note("moved since the run, and found beside the journal: '\(path)'")
    }
  }

  /// Opens the journal.
  ///
  /// - Throws: `UnsuitableInput` if it is a directory, or the result of a run whose journal is
  ///   near.
  private static func reader(_ path: String) throws -> JournalReader {
    do {
      return try JournalReader(InputFile(path: path))
    } catch let error as any ReportableError {
      guard let status = try FileStatus(path: path), try !JournalReader.isJournal(at: path)
      else { throw error }
      guard let run = try EarlierRun.last(near: path) else {
        guard status.kind == .directory else { throw error }
        throw UnsuitableInput(
          path, "it is a directory, not a journal", hint: DamagedJournal.hintToName)
      }
      let journal = ShellWord.quoted(path: shown(run.journalPath, for: path))
      throw UnsuitableInput(
        path, "it is not a journal",
        hint: try run.isNotBegun
          ? "nothing to undo: it is as it was before the run of \(run.time); the journal: \(journal)"
          : "this journal has it among its results: \(run.tool) --undo \(journal)")
    }
  }

  /// The path of a journal, relative if the path of the given file is.
  private static func shown(_ journalPath: String, for path: String) -> String {
    path.hasPrefix("/") ? journalPath : pathFromHere(journalPath)
  }

  /// The destination of each file: the path of its result, or below `-o`, the path that it has
  /// below the run's output.
  private static func destinations(
    _ files: [JournalFile], below outputs: [String], _ output: String?
  ) throws -> [String] {
    guard let output else { return files.map(\.resultPath) }
    if files.count == 1, outputs == [files[0].resultPath],
      try FileStatus(path: output)?.kind != .directory, !output.hasSuffix("/")
    {
      return [output]
    }
    if OutputTarget.namesStandardOutput(output) {
      throw UsageError("files of a directory need an output directory, not standard output")
    }
    let root = output.withoutTrailingSlashes
    if let status = try FileStatus(path: root), status.kind != .directory {
      throw OutputRefusal(
        .cannotCreate,
        "'\(root)' is a file, and the journal restores the files of a directory: "
          + Amount.count(files.count, of: "file"),
        hint: "name a directory, an existing or a new one")
    }
    let folders = Dictionary(paths: outputs.map { ($0, ()) })
    let destinations = files.map { file in
      let folder = folders.nearest(to: parentDirectory(of: file.resultPath))?.path
      let name = folder.map { String(file.resultPath.behindBytes(of: $0 + "/")) }
      return root + "/" + (name ?? lastComponent(of: file.resultPath))
    }
    guard Set(paths: destinations).count == destinations.count else {
      throw UsageError("two of the files would get the same name in '\(root)'")
    }
    return destinations
  }

  /// Undoes the run.
  mutating func perform() throws -> ExitStatus {
    start = run.surroundings.clock()
    var reader = try JournalReader(InputFile(path: journalPath))
    var paths = paths
    for (index, file) in files.enumerated() {
      guard let restored = try findings[index].restore(file, &reader, into: output(index)) else {
        continue
      }
      try paths.publication.add(restored)
      outputs.append(restored)
    }
    paths.publication.reports += try reportFiles()
    try paths.publish()
    if !run.arguments.isDiscarding { try forgetUnfinished() }
    return try conclude()
  }

  /// Removes the checkpoints that the run has left if it was killed: resuming from them would
  /// repeat what was just undone.
  private func forgetUnfinished() throws {
    guard run.arguments[.output] == nil else { return }
    try withExtendedLifetime(paths) {
      for file in files { try Resumption.forget(file.resultPath) }
    }
  }

  /// The output for a file; nil if it is not written.
  private func output(_ index: Int) throws -> ByteOutput? {
    let (arguments, path) = (run.arguments, destinations[index])
    let hashes = arguments[.hash] ?? arguments[.dryRun]
    switch findings[index] {
    case .asLeft: break
    case .asBefore, .absent: if arguments[.output] == nil { return nil }
    case .changed: return nil
    }
    let target = try OutputTarget(path)
    if arguments[.output] != nil {
      try run.warnOfObstacles { try target.check(against: [], isForced: arguments[.force]) }
    }
    if arguments.isDiscarding {
      run.warnOfObstacles(
        to: [(target, files[index].original.byteCount)], makesDirectories: true)
      return ByteOutput(discarding: target.path, hashes: hashes)
    }
    if arguments[.output] == nil {
      return try findings[index].output(for: files[index], hashes: hashes)
    }
    try makeDirectories(parentDirectory(of: target.path))
    return try ByteOutput(
      target, hashes: hashes, permissions: .exactly(files[index].mode),
      replacesNoOther: !arguments[.force])
  }
}

extension Undoing: RunReport {
  var status: ExitStatus { changedCount > 0 ? .doneWithRejects : .done }
  var nextStep: String? { nil }

  var facts: [Fact] {
    let isReal = !run.arguments.isDiscarding
    let missingCount = run.arguments[.output] == nil ? findings.count(where: \.isAbsent) : 0
    let alreadyCount = files.count - outputs.count - changedCount
    let others = [(missingCount, "not there"), (changedCount, "changed since and not restored")]
    let byteCount = outputs.reduce(0) { $0 + $1.byteCount }
    let duration = Amount.duration(seconds: run.surroundings.clock() - start)
    return [
      Fact(line: outputs.isEmpty && changedCount == 0 ? nothingToUndo(missingCount) : nil),
      Fact(
        "undone", outputs.count,
        line: "\(isReal ? "undone" : "would undo"): \(Amount.count(outputs.count, of: "file")) of "
          + "the run of \(time), \(Amount.count(alreadyCount - missingCount)) already as before"
          + others.filter { $0.0 > 0 }.map { ", \(Amount.count($0.0)) \($0.1)" }.joined()),
      Fact("undone_already", alreadyCount), Fact("not_undone", changedCount),
      Fact(
        "bytes_written", byteCount,
        line: "bytes: \(Amount.bytes(byteCount)) \(isReal ? "written in \(duration)" : "to write")"),
      .outputs(outputs),
    ]
  }

  /// The line for a run that restores nothing.
  private func nothingToUndo(_ missingCount: Int) -> String {
    if missingCount == 0 { return "nothing to undo: every file is as the run found it" }
    return missingCount < files.count
      ? "nothing to undo: every file that is there is as the run found it"
      : "nothing to undo: no output of the run is there, and its inputs are unchanged; for a "
        + "copy of them, use '-o PATH'"
  }

  var closing: [String] {
    let isReal = !run.arguments.isDiscarding
    let rows =
      ReportText.shortened(outputs.map(\.row), isWhole: run.arguments[.verbose])
      + run.arguments.reportFileRows
    return (rows.isEmpty ? [] : ["", isReal ? "written:" : "would write:"]) + rows.map { "  " + $0 }
      + (isReal ? [] : [run.arguments.dryRunVerdict])
  }
}
