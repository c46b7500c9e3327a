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
    /// The results so far, where an earlier journal has to give way.
    var resultPaths: Set<PathKey> = []
    /// How far the present original, and its result, are dealt with.
    var (originalEnd, resultEnd) = (0, 0)
    /// How many bytes that follow are known to be the same, where nothing else comes there.
    var sameByteCount = 0
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
  init?<Options>(
    _ run: ToolRun<Options>, _ inputs: InputList, _ plan: OutputPlan, hasBatches: Bool,
    continued: String? = nil
  ) throws {
    let shared = run.shared
    // Where outputs are only compared, nothing is to be taken back.
    if shared.verify != nil { return nil }
    let isOther = shared.journal != nil || !shared.inPlace
    if continued == nil, isOther, shared.inPlace || hasBatches {
      let own = try shared.journal.map(Self.absolute)
      for earlier in try EarlierRun.beside(inputs) where earlier.journalPath != own {
        try earlier.refuseIfHalfDone(run, inputs)
      }
    }
    proves = shared.proveUndo
    isDefault = shared.journal == nil
    isDiscarding = shared.isDiscarding
    (tool, time) = (run.diagnostics.tool, shared.now ?? .clock)
    outputs = try RunLocks.outputs(of: run).map(Self.absolute)
    options = try EarlierRun.options(of: run)
    if shared.journal != nil {
      try Self.checkUse(inputs, plan)
    } else if !shared.inPlace || (shared.check && !shared.dryRun) || inputs.operands.isEmpty {
      if proves { throw UsageError("'--prove-undo' needs '--journal FILE'") }
      return nil
    }
    if let path = continued {
      (self.path, place, interruption, earlier) = (path, .earlier([]), nil, nil)
    } else if let path = shared.journal {
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
      return "what takes the run back cannot be kept: \(obstacle)"
    }
  }

  /// Whether it was proved that undoing the run gives back the inputs; asked when all is written.
  var isProved: Bool { proves && !isDiscarding && isNeeded }

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
    if case .earlier = place { state.resultPaths.insert(file.resultPath) }
    if proves { state.entries.append((file, input, nil)) }
  }

  /// Ends the journal; nil where nothing is to be taken back.
  ///
  /// - Throws: `InternalFault` where it is to be proven, and does not give back the inputs;
  ///   `OutputRefusal` where that is because somebody has changed one meanwhile.
  func finish() throws -> FinishedOutput? {
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
