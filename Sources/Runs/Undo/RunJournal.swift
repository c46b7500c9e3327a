import Formats
import Scan
import Synchronization
import SystemIO

/// The undo journal of a run, filled while outputs are written and published before them.
///
/// A class, because the rewriter is a value and the journal is written once.
final class RunJournal: EditFollower {
  private struct State: ~Copyable {
    var writer: JournalWriter?
    var isEmpty = true
    /// Whether there are edits of an output that was not added yet.
    var hasWaitingEdits = false
    /// The results so far, if an earlier journal is to be replaced.
    var resultPaths: Set<PathKey> = []
    /// The entries with their inputs and unpublished outputs, for `--prove-undo`.
    var entries: [(file: JournalFile, input: InputList.Input, output: FinishedOutput?)] = []
  }

  /// The state of the journal's path.
  enum Place {
    /// No file is there.
    case free
    /// It has the journal of an earlier run that this run repeats; its existing results must be
    /// among this run's.
    case earlier(Set<PathKey>)
    /// It has the journal of an earlier run, which must be kept to undo that.
    case occupied
  }

  private let run: ToolRun
  /// The path to publish it at.
  let path: String
  /// The interrupted run to undo first.
  let interruption: Interruption?
  /// An earlier run that was the same, and was not interrupted halfway.
  private let earlier: EarlierRun?
  private let place: Place
  private let time: Timestamp
  private let outputs: [String]
  private let options: [String]
  private let state = Mutex(State())

  /// Creates the journal if one is named or inputs are replaced; nil otherwise.
  ///
  /// - Parameters:
  ///   - hasBatches: whether the run writes batches, which must be complete.
  ///   - continued: the journal of an interrupted run that was just undone, which this one
  ///     replaces.
  /// - Throws: `UsageError` if a journal could not undo the run, `OutputRefusal` if a file exists
  ///   at the path, which may be the only way to undo an earlier run; a dry run warns instead.
  init?(
    _ run: ToolRun, _ inputs: InputList, _ plan: OutputSet, hasBatches: Bool,
    continued: String? = nil
  ) throws {
    self.run = run
    let arguments = run.arguments
    // A verification writes no outputs, so there is nothing to undo.
    if arguments[.verify] != nil { return nil }
    let isOther = arguments[.journal] != nil || !arguments[.inPlace]
    if continued == nil, isOther, arguments[.inPlace] || hasBatches {
      let own = try arguments[.journal].map(Self.absolute)
      for earlier in try EarlierRun.beside(inputs, run.diagnostics) where earlier.journalPath != own
      {
        try earlier.refuseIfHalfDone(run, inputs)
      }
    }
    time = arguments[.now] ?? .clock
    if arguments[.journal] != nil {
      try Self.checkUse(inputs, plan)
    } else if !arguments[.inPlace] || (arguments[.check] && !arguments[.dryRun])
      || inputs.operands.isEmpty
    {
      if arguments[.proveUndo], !arguments[.inPlace] {
        throw UsageError("'--prove-undo' needs '--journal FILE'")
      }
      return nil
    }
    outputs = try OutputSet.named(by: run).map(Self.absolute)
    options = try EarlierRun.options(of: run)
    if let path = continued {
      (self.path, place, interruption, earlier) = (path, .earlier([]), nil, nil)
    } else if let path = arguments[.journal] {
      self.path = path
      (place, interruption) = try Self.place(of: path, run, outputs)
      earlier = nil
    } else {
      let found = try run.warnOfObstacles { [outputs] in
        try Self.defaultPath(run, inputs, outputs, hasBatches: hasBatches)
      }
      (path, interruption, earlier) = found ?? (inputs.operands[0] + ".journal", nil, nil)
      place = .free
    }
    if isDiscarding { try interruption?.warn(run) }
  }

  private var isDefault: Bool { run.arguments[.journal] == nil }
  private var isDiscarding: Bool { run.arguments.isDiscarding }
  private var proves: Bool { run.arguments[.proveUndo] }

  /// Begins the journal with its first entry: a run that changes nothing writes none.
  private func withWriter(_ body: (inout JournalWriter, inout State) throws -> Void) throws {
    try state.withLock { state in
      guard var writer = try state.writer.take() ?? begun() else { return }
      try body(&writer, &state)
      state.writer = consume writer
    }
  }

  private func begun() throws -> JournalWriter? {
    if isDiscarding { return nil }
    if case .occupied = place { throw Self.occupied(path) }
    do {
      return try JournalWriter(
        ByteOutput(OutputTarget(path), permissions: .ownerOnly, replacesNoOther: isNew),
        tool: run.tool.name, version: Version.text, time: time, outputs: outputs, options: options)
    } catch let error as SystemError where isDefault {
      throw Self.refusal(error)
    }
  }

  /// Whether an earlier run was the same, and all its files hold their original bytes.
  var doesAgain: Bool {
    get throws {
      if case .earlier = place { return true }
      return try earlier?.isNotBegun == true
    }
  }

  /// Whether it replaces no earlier journal.
  var isNew: Bool {
    if case .free = place { true } else { false }
  }

  /// The reason why a journal at the default path could not be created; nil if it could, or if the
  /// path was named and so checked before.
  var obstacle: String? {
    get throws {
      guard isDefault, let failure = try OutputTarget(path).failure() else { return nil }
      return "cannot create the undo journal: \(failure.message)"
    }
  }

  /// Whether undoing was proved to restore the inputs; valid once all is written.
  var isProved: Bool { proves && !isDiscarding && isNeeded }

  /// Whether there is anything to undo.
  var isNeeded: Bool { state.withLock { !$0.isEmpty } }

  // MARK: Entries

  /// The follower for the edits of the next output; nil if no journal is written.
  ///
  /// - Throws: `InternalFault` if the edits of the output before were not followed by its entry.
  func follower() throws -> (any EditFollower)? {
    try state.withLock { try Self.checkNoneWaits($0) }
    return isDiscarding ? nil : self
  }

  private static func checkNoneWaits(_ state: borrowing State) throws {
    if state.hasWaitingEdits {
      throw InternalFault("there are edits of a file that is not in the journal")
    }
  }

  /// Adds edits of the next output.
  func follow(_ steps: DeltaSteps.Finished) throws {
    try withWriter { writer, state in
      state.hasWaitingEdits = true
      try writer.add(steps)
    }
  }

  /// Adds an output after its edits.
  ///
  /// - Parameter known: the input's identity, if it was computed during reading.
  func enter(
    _ input: InputList.Input, known: JournalFile.Identity? = nil, _ output: FinishedOutput
  ) throws {
    try add(input, output, at: output.path) { _ in
      let isKnown = known?.byteCount == input.status.byteCount
      let identity = try (isKnown ? known : nil) ?? .init(of: InputFile(path: input.path))
      return (identity, .steps(byteCount: output.byteCount))
    }
  }

  /// Adds an output without edits, such as a compressed one: the input is kept whole.
  func enter(
    whole input: InputList.Input, _ output: FinishedOutput, _ result: consuming InputFile
  ) throws {
    let result = try JournalFile.Identity(of: result)
    try add(input, output, at: output.path) {
      (try $0.add(whole: InputFile(path: input.path)), .other(result))
    }
  }

  /// Adds a file to be removed.
  func enter(removalOf path: String, _ input: InputList.Input) throws {
    try add(input, nil, at: path) {
      (try $0.add(whole: InputFile(path: input.path)), .nothing)
    }
  }

  /// Adds the entry of a file.
  ///
  /// - Parameter write: writes the original if it is kept whole, and tells how to know both again.
  private func add(
    _ input: InputList.Input, _ output: FinishedOutput?, at path: String,
    _ write: (inout JournalWriter) throws -> (JournalFile.Identity, JournalFile.Result)
  ) throws {
    try withWriter { writer, state in
      let (original, result) = try write(&writer)
      if case .steps = result { state.hasWaitingEdits = false }
      try Self.checkNoneWaits(state)
      guard try Self.isAsFound(input, original) else { throw Self.changed(input.path) }
      let file = JournalFile(
        originalPath: try absolutePath(input.path), resultPath: try Self.absolute(path),
        mode: input.status.modeWithoutAccessList(of: input.path) & 0o777, original: original,
        result: result)
      try writer.end(file)
      state.isEmpty = false
      if case .earlier = place { state.resultPaths.insert(file.resultPath) }
      if proves { state.entries.append((file, input, output)) }
    }
  }

  /// Ends the journal; nil if there is nothing to undo.
  ///
  /// - Throws: `InternalFault` if `--prove-undo` finds that it does not restore the inputs;
  ///   `OutputRefusal` if the reason is that another program changed an input.
  func finish() throws -> FinishedOutput? {
    try state.withLock { try Self.checkNoneWaits($0) }
    guard isNeeded else { return nil }
    if case .earlier(let paths) = place,
      state.withLock({ !paths.isSubset(of: $0.resultPaths) })
    {
      throw Self.occupied(path)
    }
    var journal: FinishedOutput?
    try withWriter { writer, state in
      let finished = try writer.finish()
      if proves { try Self.prove(finished, state.entries, run) }
      journal = finished
    }
    return journal
  }
}
