import ByteIO
import Console
import Formats
import Pipeline
import Synchronization

/// What takes a run back: filled as its outputs are written, and in place before any of them is.
///
/// A class, because the one who rewrites is a value, and a journal is written once.
final class RunJournal: Sendable {
  private struct State: ~Copyable {
    var writer: JournalWriter?
    var isEmpty = true
    /// How far the present original, and its result, are dealt with.
    var (originalEnd, resultEnd) = (0, 0)
    /// How many bytes that follow are known to be the same, where nothing else comes there.
    var sameByteCount = 0
    /// What was entered, with the inputs and the outputs that are not published yet; where it is to be
    /// proven.
    var entries: [(file: JournalFile, input: InputList.Input, output: FinishedOutput?)] = []
  }

  /// The path it will have.
  let path: String
  private let isDefault: Bool
  private let isDiscarding: Bool
  private let proves: Bool
  private let tool: String
  private let time: Timestamp
  private let outputs: [String]
  private let state = Mutex(State())

  /// A journal where one is asked for, or an input is to be replaced; nil otherwise.
  ///
  /// - Throws: `UsageError` where a run could not be taken back by it, `OutputRefusal` where a file is
  ///   there already, which may be the only way to take back an older run; in a dry run that is a
  ///   warning.
  init?<Options>(_ run: ToolRun<Options>, _ inputs: InputList, _ plan: OutputPlan) throws {
    let shared = run.shared
    // Where outputs are only compared, nothing is to be taken back.
    if shared.verify != nil { return nil }
    proves = shared.proveUndo
    isDefault = shared.journal == nil
    if let path = shared.journal {
      try Self.checkUse(inputs, plan)
      self.path = path
    } else if shared.inPlace, !shared.check || shared.dryRun, let operand = inputs.operands.first {
      do {
        path = try Self.defaultPath(beside: operand)
      } catch let error as SystemError {
        throw Self.refusal(error)
      }
    } else {
      if proves { throw UsageError("'--prove-undo' needs '--journal FILE'") }
      return nil
    }
    isDiscarding = shared.isDiscarding
    (tool, time) = (run.diagnostics.tool, shared.now ?? .clock)
    outputs = try RunLocks.outputs(of: run).map(Self.absolute)
    if isDefault { return }
    do {
      try Self.check(path)
    } catch let refusal as OutputRefusal where isDiscarding {
      run.diagnostics.warning("the real run would fail: \(refusal.message)", kind: "obstacle")
    }
  }

  private static func check(_ path: String) throws {
    let target = try OutputTarget(path)
    guard target.existing == nil, !target.isStream else {
      throw OutputRefusal(
        .cannotCreate, "--journal '\(path)' exists already",
        hint: "name a new file: it may be the only way to take an older run back")
    }
    if let obstacle = target.obstacle() { throw OutputRefusal(.cannotCreate, obstacle) }
  }

  /// Begins the journal: not before there is something to be kept, for a run that changes nothing
  /// writes nothing.
  private func withWriter(_ body: (inout JournalWriter, inout State) throws -> Void) throws {
    try state.withLock { state in
      guard var writer = try state.writer.take() ?? begun() else { return }
      try body(&writer, &state)
      state.writer = consume writer
    }
  }

  private func begun() throws -> JournalWriter? {
    if isDiscarding { return nil }
    do {
      return try JournalWriter(
        ByteOutput(OutputTarget(path), isPrivate: true, replacesNothing: true), tool: tool,
        version: Version.text, time: time, outputs: outputs)
    } catch let error as SystemError where isDefault {
      throw Self.refusal(error)
    }
  }

  private static func refusal(_ error: SystemError) -> OutputRefusal {
    OutputRefusal(
      error.kind == .noInput ? .cannotCreate : error.kind,
      "what takes the run back cannot be kept: \(error.message)",
      hint: "name another place for it with --journal FILE; nothing was changed")
  }

  private static func checkUse(_ inputs: InputList, _ plan: OutputPlan) throws(UsageError) {
    guard plan.namesOutputs else {
      throw UsageError("'--journal' takes back what '-o' or '--in-place' writes: none is given")
    }
    if plan.isStream {
      throw UsageError("'--journal' cannot take back what went to a stream; name a file")
    }
    if let input = inputs.files.first(where: { !$0.canBeReadTwice }) {
      throw UsageError(
        "'--journal' cannot keep '\(input.shownPath)': a stream can be read only once",
        hint: "write it to a file first")
    }
  }

  /// A name beside what is replaced, and not in it, that no older journal has.
  private static func defaultPath(beside operand: String) throws -> String {
    var path = operand
    if try FileStatus(path: operand)?.kind == .regular, ExportLayout.describesExport(operand) {
      path = parentDirectory(of: operand)
    }
    if try FileStatus(path: path)?.kind == .directory {
      path = try absolutePath(path)
    } else {
      path = try OutputTarget.resolved(path)
    }
    var (candidate, number) = (path + ".journal", 1)
    while try FileStatus(path: candidate, followsLinks: false) != nil {
      number += 1
      candidate = "\(path).journal-\(number)"
    }
    return candidate
  }

  /// Whether somebody has named it.
  var isNamed: Bool { !isDefault }

  /// What would keep a journal that nobody named from being made, in a run that is to have one; nil
  /// where nothing is in the way, or a named one was looked at already.
  var obstacle: String? {
    get throws {
      guard isDefault, let obstacle = try OutputTarget(path).obstacle() else { return nil }
      return "what takes the run back cannot be kept: \(obstacle)"
    }
  }

  /// Whether anything is to be taken back.
  var isNeeded: Bool { state.withLock { !$0.isEmpty } }

  // MARK: What is entered

  /// Who is told how the output of an input differs from it; nil where nothing is kept.
  func follower(of input: InputList.Input) -> (any ChangeFollower)? {
    isDiscarding ? nil : Follower(journal: self, input: input.path)
  }

  private struct Follower: ChangeFollower {
    let journal: RunJournal
    let input: String

    func note(_ stretch: ChangedStretch) throws {
      try journal.withWriter { writer, state in
        let original = state.originalEnd..<stretch.original.lowerBound
        let result = state.resultEnd..<stretch.result.lowerBound
        if original.count == result.count, original.count == state.sameByteCount {
          if !original.isEmpty { writer.add(copying: original.count) }
        } else {
          try writer.add(
            try InputFile(path: input), original, try InputFile(path: stretch.resultPath), result)
        }
        try writer.add(stretch.steps)
        state.sameByteCount = stretch.sameByteCount
        state.originalEnd = stretch.original.upperBound
        state.resultEnd = stretch.result.upperBound
      }
    }
  }

  /// Enters an output that is to be published, with what was not noted of it; `hold` follows.
  ///
  /// - Parameters:
  ///   - known: what the input was, as far as it was read; nil where nobody summed that up.
  ///   - path: the path that the output will have.
  ///   - result: its bytes.
  ///   - isWhole: whether nothing of the input is to be looked for in it, as where both are
  ///     compressed.
  func enter(
    _ input: InputList.Input, known: JournalFile.Identity? = nil, _ path: String,
    _ result: consuming InputFile, isWhole: Bool = false
  ) throws {
    let (resultPath, byteCount) = (result.path, result.status.byteCount)
    let other = isWhole ? try JournalFile.Identity(of: result) : nil
    try withWriter { writer, state in
      let original = try InputFile(path: input.path)
      // Another file in its place may end before what is dealt with already; its bytes are held against
      // what was read at the end.
      guard original.status.isUnchanged(since: input.status, orIf: { true }) else {
        throw Self.changed(input.path)
      }
      if let other {
        return try end(input, try writer.add(whole: original), path, .other(other), &writer, &state)
      }
      let end = original.status.byteCount
      try writer.add(
        original, state.originalEnd..<end, try InputFile(path: resultPath),
        state.resultEnd..<byteCount)
      let isKnown = known?.byteCount == end
      let identity = try (isKnown ? known : nil) ?? .init(of: InputFile(path: input.path))
      try self.end(input, identity, path, .steps(byteCount: byteCount), &writer, &state)
    }
  }

  /// Takes note of the output that was entered last, for the proof.
  func hold(_ output: FinishedOutput) {
    state.withLock { state in
      if proves, !state.entries.isEmpty {
        state.entries[state.entries.count - 1].output = output
      }
    }
  }

  /// Enters a file that is to go.
  func enter(removalOf path: String, _ input: InputList.Input) throws {
    try withWriter { writer, state in
      let original = try writer.add(whole: InputFile(path: input.path))
      try end(input, original, path, .nothing, &writer, &state)
    }
  }

  private func end(
    _ input: InputList.Input, _ original: JournalFile.Identity, _ resultPath: String,
    _ result: JournalFile.Result, _ writer: inout JournalWriter, _ state: inout State
  ) throws {
    guard try Self.isAsFound(input, original) else { throw Self.changed(input.path) }
    let file = JournalFile(
      originalPath: try absolutePath(input.path), resultPath: try Self.absolute(resultPath),
      mode: input.status.modeWithoutAccessList(of: input.path) & 0o777, original: original,
      result: result)
    try writer.end(file)
    (state.originalEnd, state.resultEnd, state.sameByteCount) = (0, 0, 0)
    state.isEmpty = false
    if proves { state.entries.append((file, input, nil)) }
  }

  private static func isAsFound(
    _ input: InputList.Input, _ original: JournalFile.Identity
  ) throws -> Bool {
    try FileStatus(path: input.path)?.isUnchanged(
      since: input.status,
      orIf: { try JournalFile.Identity(of: InputFile(path: input.path)) == original }) == true
  }

  private static func changed(_ path: String) -> OutputRefusal {
    OutputRefusal(
      .inputOutput, "'\(path)' was changed by someone else during the run",
      hint: "nothing was published; run again when nothing else writes to it")
  }

  /// The path of a file that need not be there yet.
  static func absolute(_ path: String) throws -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if try FileStatus(path: path)?.kind == .directory { return try absolutePath(path) }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" } ?? ""
    let parent = parentDirectory(of: path)
    guard try FileStatus(path: parent) != nil else { return path }
    let directory = try absolutePath(parent)
    return (directory == "/" ? "" : directory) + "/" + name
  }

  /// Ends the journal; nil where nothing is to be taken back.
  ///
  /// - Throws: `InternalFault` where it is to be proven, and does not give back the inputs;
  ///   `OutputRefusal` where that is because somebody has changed one meanwhile.
  func finish() throws -> FinishedOutput? {
    guard isNeeded else { return nil }
    var journal: FinishedOutput?
    try withWriter { writer, state in
      let finished = try writer.finish()
      if proves { try Self.prove(finished, state.entries) }
      journal = finished
    }
    return journal
  }

  private static func prove(
    _ journal: FinishedOutput,
    _ entries: [(file: JournalFile, input: InputList.Input, output: FinishedOutput?)]
  ) throws {
    guard let file = try journal.opened() else { return }
    var reader = try JournalReader(file)
    for entry in entries {
      let output = try entry.output?.opened()?.path
      let original = try OriginalFile(path: entry.input.path)
      let isBack = try reader.restore(entry.file, from: output ?? entry.file.resultPath) { bytes in
        guard try original.continues(with: bytes) else {
          throw try fault(entry.input, entry.file.original)
        }
      }
      guard isBack, try original.isAtEnd else {
        throw try fault(entry.input, entry.file.original)
      }
      guard let output else { continue }
      // Nothing is taken back that is not known again: by its steps, which were just gone through, or by
      // its own checksum.
      let result = try InputFile(path: output)
      let isKnown =
        switch entry.file.result {
        case .steps(let byteCount): result.status.byteCount == byteCount
        case .other(let identity): try JournalFile.Identity(of: result) == identity
        case .nothing: false
        }
      guard isKnown else {
        throw InternalFault("the journal would not know '\(entry.file.resultPath)' again")
      }
    }
  }

  private static func fault(
    _ input: InputList.Input, _ original: JournalFile.Identity
  ) throws -> any Error {
    guard try isAsFound(input, original) else { return changed(input.path) }
    return InternalFault("taking the run back would not give back '\(input.path)'")
  }
}
