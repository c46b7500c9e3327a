import Formats
import Scan
import Synchronization
import SystemIO

/// What takes a run back: filled as its outputs are written, and in place before any of them is.
///
/// A class, because the one who rewrites is a value, and a journal is written once.
final class RunJournal: Sendable {
  private struct State: ~Copyable {
    var writer: JournalWriter?
    var isEmpty = true
    /// Whether edits were told that belong to no file so far.
    var hasWaitingEdits = false
    /// The results so far, where an earlier journal has to give way.
    var resultPaths: Set<PathKey> = []
    /// What was entered, with the inputs and the outputs that are not published yet; where it is to be
    /// proven.
    var entries: [(file: JournalFile, input: InputList.Input, output: FinishedOutput?)] = []
  }

  /// What may be at the path when the journal gets it.
  enum Place {
    /// Nothing.
    case free
    /// The journal of an earlier run that this one does again, with these results among its own.
    case earlier(Set<PathKey>)
    /// The journal of an earlier run, from which a file must not part: it takes that run back.
    case occupied
  }

  /// The path it will have.
  let path: String
  /// The interrupted run that is to be taken back first.
  let interruption: Interruption?
  /// An earlier run that this one is like, and that was not interrupted half-way.
  private let earlier: EarlierRun?
  private let place: Place
  private let isDefault: Bool
  private let isDiscarding: Bool
  private let proves: Bool
  private let tool: String
  private let time: Timestamp
  private let outputs: [String]
  private let options: [String]
  private let state = Mutex(State())

  /// A journal where one is asked for, or an input is to be replaced; nil otherwise.
  ///
  /// - Parameters:
  ///   - hasBatches: whether the run makes batches, which must lack nothing.
  ///   - continued: the journal of an interrupted run that was just taken back, whose place this one
  ///     takes.
  /// - Throws: `UsageError` where a run could not be taken back by it, `OutputRefusal` where a file is
  ///   there already, which may be the only way to take back an older run; in a dry run that is a
  ///   warning.
  init?(
    _ run: ToolRun, _ inputs: InputList, _ plan: OutputSet, hasBatches: Bool,
    continued: String? = nil
  ) throws {
    let arguments = run.arguments
    // Where outputs are only compared, nothing is to be taken back.
    if arguments[.verify] != nil { return nil }
    let isOther = arguments[.journal] != nil || !arguments[.inPlace]
    if continued == nil, isOther, arguments[.inPlace] || hasBatches {
      let own = try arguments[.journal].map(Self.absolute)
      for earlier in try EarlierRun.beside(inputs) where earlier.journalPath != own {
        try earlier.refuseIfHalfDone(run, inputs)
      }
    }
    proves = arguments[.proveUndo]
    isDefault = arguments[.journal] == nil
    isDiscarding = arguments.isDiscarding
    (tool, time) = (run.diagnostics.tool, arguments[.now] ?? .clock)
    outputs = try RunLocks.outputs(of: run).map(Self.absolute)
    options = try EarlierRun.options(of: run)
    if arguments[.journal] != nil {
      try Self.checkUse(inputs, plan)
    } else if !arguments[.inPlace] || (arguments[.check] && !arguments[.dryRun])
      || inputs.operands.isEmpty
    {
      if proves { throw UsageError("'--prove-undo' needs '--journal FILE'") }
      return nil
    }
    if let path = continued {
      (self.path, place, interruption, earlier) = (path, .earlier([]), nil, nil)
    } else if let path = arguments[.journal] {
      self.path = path
      (place, interruption) = try Self.place(of: path, run, outputs)
      earlier = nil
    } else {
      (path, interruption, earlier) = try Self.defaultPath(
        run, inputs, outputs, hasBatches: hasBatches)
      place = .free
    }
    if isDiscarding { interruption?.warn(run.diagnostics) }
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
    if case .occupied = place { throw Self.occupied(path) }
    do {
      return try JournalWriter(
        ByteOutput(OutputTarget(path), isPrivate: true, replacesNothing: isNew), tool: tool,
        version: Version.text, time: time, outputs: outputs, options: options)
    } catch let error as SystemError where isDefault {
      throw Self.refusal(error)
    }
  }

  /// Whether an earlier run was the same, and none of its outputs is in place.
  var doesAgain: Bool {
    get throws {
      if case .earlier = place { return true }
      return try earlier?.isNotBegun == true
    }
  }

  /// Whether no earlier run's journal is in its place.
  var isNew: Bool {
    if case .free = place { true } else { false }
  }

  /// What would keep a journal that nobody named from being made, in a run that is to have one; nil
  /// where nothing is in the way, or a named one was looked at already.
  var obstacle: String? {
    get throws {
      guard isDefault, let obstacle = try OutputTarget(path).obstacle() else { return nil }
      return "cannot create the undo journal: \(obstacle)"
    }
  }

  /// Whether it was proved that undoing the run gives back the inputs; asked when all is written.
  var isProved: Bool { proves && !isDiscarding && isNeeded }

  /// Whether anything is to be taken back.
  var isNeeded: Bool { state.withLock { !$0.isEmpty } }

  // MARK: What is entered

  /// What takes the edits of the next output that is entered; nil where nothing is kept.
  ///
  /// - Throws: `InternalFault` where edits of an output before were told, and it was not entered.
  func follower() throws -> (any EditFollower)? {
    try state.withLock { try Self.checkNoneWaits($0) }
    return isDiscarding ? nil : Follower(journal: self)
  }

  private static func checkNoneWaits(_ state: borrowing State) throws {
    if state.hasWaitingEdits {
      throw InternalFault("the journal was told edits of a file that is not in it")
    }
  }

  private struct Follower: EditFollower {
    let journal: RunJournal

    func follow(_ steps: DeltaSteps.Finished) throws {
      try journal.withWriter { writer, state in
        state.hasWaitingEdits = true
        try writer.add(steps)
      }
    }
  }

  /// Enters an output that is to be published, and of which all edits were told.
  ///
  /// - Parameter known: the input's identity, if it was computed while the input was read.
  func enter(
    _ input: InputList.Input, known: JournalFile.Identity? = nil, _ output: FinishedOutput
  ) throws {
    try withWriter { writer, state in
      let isKnown = known?.byteCount == input.status.byteCount
      let identity = try (isKnown ? known : nil) ?? .init(of: InputFile(path: input.path))
      let result = JournalFile.Result.steps(byteCount: output.byteCount)
      try end(input, identity, output.path, result, output, &writer, &state)
    }
  }

  /// Enters an output of which no edits are known, as where it is compressed: the input is kept whole.
  func enter(
    whole input: InputList.Input, _ output: FinishedOutput, _ result: consuming InputFile
  ) throws {
    let result = try JournalFile.Identity(of: result)
    try withWriter { writer, state in
      let original = try writer.add(whole: InputFile(path: input.path))
      try end(input, original, output.path, .other(result), output, &writer, &state)
    }
  }

  /// Enters a file that is to go.
  func enter(removalOf path: String, _ input: InputList.Input) throws {
    try withWriter { writer, state in
      let original = try writer.add(whole: InputFile(path: input.path))
      try end(input, original, path, .nothing, nil, &writer, &state)
    }
  }

  private func end(
    _ input: InputList.Input, _ original: JournalFile.Identity, _ resultPath: String,
    _ result: JournalFile.Result, _ output: FinishedOutput?, _ writer: inout JournalWriter,
    _ state: inout State
  ) throws {
    if case .steps = result { state.hasWaitingEdits = false }
    try Self.checkNoneWaits(state)
    guard try Self.isAsFound(input, original) else { throw Self.changed(input.path) }
    let file = JournalFile(
      originalPath: try absolutePath(input.path), resultPath: try Self.absolute(resultPath),
      mode: input.status.modeWithoutAccessList(of: input.path) & 0o777, original: original,
      result: result)
    try writer.end(file)
    state.isEmpty = false
    if case .earlier = place { state.resultPaths.insert(file.resultPath) }
    if proves { state.entries.append((file, input, output)) }
  }

  /// Ends the journal; nil where nothing is to be taken back.
  ///
  /// - Throws: `InternalFault` where it is to be proven, and does not give back the inputs;
  ///   `OutputRefusal` where that is because somebody has changed one meanwhile.
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
      if proves { try Self.prove(finished, state.entries) }
      journal = finished
    }
    return journal
  }
}
