import Scan
package import SystemIO

/// Every path that a run reads or writes, decided and checked before any input is read: the outputs,
/// the locks on them, and the names that no output may have.
package struct OutputSet: Sendable {
  private enum Mode {
    /// No output is named: the run only counts, hashes or samples.
    case nowhere
    case single(OutputTarget)
    case tree(root: String)
    case inPlace
  }

  let run: ToolRun
  private var mode = Mode.nowhere
  private var targets: [PathKey: OutputTarget] = [:]
  /// The files that the only result may replace without `--force`.
  private var replaceable: ReplaceableFile?
  /// Whether the run writes nothing, named outputs included.
  let isDiscarding: Bool
  /// Whether only a check is wanted, so that obstacles of a real run do not matter.
  private let isChecking: Bool
  private let hashes: Bool
  private let isForced: Bool
  /// Whether the run resumes an earlier one, as far as that left something.
  let isResuming: Bool
  /// Compares the outputs with existing files instead of writing them; nil without `--verify`.
  let comparisons: ComparedFiles?
  /// The paths in use, in words.
  var taken: [TakenName: String] = [:]
  /// The pipes and devices that are read: a second reading would find only the rest, or nothing.
  var streams: [FileStatus.Identity: String] = [:]
  /// The files of the inputs.
  var inputs: Set<FileStatus.Identity> = []
  /// The files read beside the inputs.
  var otherInputs: Set<FileStatus.Identity> = []
  /// The locks, in the order in which they are released.
  var locks: [OutputLock] = []
  /// What is finished.
  var publication: Publication

  /// Locks a run's outputs: the path of `--output`, or the inputs with `--in-place`.
  ///
  /// - Parameter others: further outputs to lock.
  /// - Throws: `OutputRefusal` if another run holds a lock and does not end in time; a run that
  ///   writes no output warns instead.
  package init(locking run: ToolRun, others: [String] = []) throws {
    let arguments = run.arguments
    self.run = run
    publication = Publication(run.diagnostics)
    comparisons = run.expectation?.verifiedOutputs
    isDiscarding = arguments.isDiscarding
    isChecking = isDiscarding && !arguments[.dryRun]
    isForced = arguments[.force]
    isResuming = arguments[.resume]
    let isPlanned = arguments[.planOut] != nil || arguments[.plan] != nil
    hashes = isPlanned || (arguments[.hash] ?? (arguments[.dryRun] && !arguments[.check]))
    // The outputs' locks are last to go: taking one over removes the leftovers of the others.
    let own = try Self.locks(on: Self.named(by: run) + others, run)
    locks = try Self.reportLocks(arguments) + own
  }

  /// Whether inputs are replaced; an unchanged one is left alone.
  package var isInPlace: Bool {
    if case .inPlace = mode { true } else { false }
  }

  /// Whether the output goes to a stream, and so cannot be withdrawn.
  var isStreaming: Bool { !isDiscarding && isStream }

  /// Whether the run resumes an earlier one.
  var resumes: Bool { isResuming && !isDiscarding && comparisons == nil }

  /// Whether the output is a pipe, a device or standard output.
  var isStream: Bool { result?.isStream == true }

  /// The target of a run with one output; nil for other runs.
  package var result: OutputTarget? {
    if case .single(let target) = mode { target } else { nil }
  }

  /// Whether outputs are named, in a dry run too.
  package var namesOutputs: Bool {
    if case .nowhere = mode { false } else { true }
  }

  /// Whether digests are wanted though no output is named.
  var hashesUnnamed: Bool { isDiscarding && hashes && !namesOutputs }

  /// Whether missing directories above the outputs are created.
  private var makesDirectories: Bool {
    if case .tree = mode { true } else { false }
  }

  /// The help of `--output` for a run that rewrites its inputs.
  package static let optionHelp =
    "write the result to PATH; a directory for several inputs; '-' is standard output"

  // MARK: Deciding

  /// Decides the outputs of a run that rewrites its inputs, and checks them.
  ///
  /// - Parameters:
  ///   - alternatives: the options that choose an output, for the error if none is given.
  ///   - otherOutputs: whether the run writes something else, so that no output need be named.
  /// - Throws: `UsageError` if options contradict each other, `OutputRefusal` and `SystemError` if
  ///   an output cannot or must not be written; in a dry run the latter are warnings.
  package mutating func rewrite(
    _ inputs: InputList, alternatives: [String], otherOutputs: Bool = false
  ) throws {
    (mode, targets) = try Self.mode(
      run.arguments, inputs, alternatives, otherOutputs, isCompared: comparisons != nil)
    if !isChecking { try check(inputs) }
    switch mode {
    case .single: try take(run.arguments[.output])
    case .tree where comparisons == nil:
      for target in targets.values { try take(target.path) }
    case .tree, .inPlace, .nowhere: break
    }
    if comparisons != nil || isChecking { return }
    for input in inputs.files {
      guard let target = targets[input.path], !target.isStream, isWorthResuming(input) else {
        continue
      }
      for path in Resumption.paths(for: target.path) {
        try write(path, option: "the unfinished output")
      }
    }
  }

  /// Checks the outputs for these inputs.
  private func check(_ inputs: InputList) throws {
    var checked: [(target: OutputTarget, byteCount: Int)] = []
    for input in inputs.files {
      guard let target = targets[input.path] else { continue }
      try run.warnOfObstacles {
        try target.check(
          against: self.inputs, besides: otherInputs, isForced: isForced || isResuming,
          isInPlace: isInPlace, isPlanned: run.arguments[.plan] != nil)
        if comparisons == nil, isWorthResuming(input) { try Resumption.check(target.path) }
        checked.append((target, input.status.byteCount))
      }
    }
    if case .tree(let root) = mode, comparisons == nil {
      try run.warnOfObstacles { try Self.refuseOccupied(root, inputs, isForced: isForced) }
    }
    warnOfObstacles(to: checked)
  }

  /// Warns in a dry run if the outputs, about as large as given, could not be created.
  private func warnOfObstacles(to outputs: [(target: OutputTarget, byteCount: Int)]) {
    guard run.arguments[.dryRun] else { return }
    let failures = outputs.compactMap { $0.target.failure(makesDirectories: makesDirectories) }
    let lacks = OutputTarget.lackOfSpace(for: outputs, makesDirectories: makesDirectories)
    for obstacle in failures.map(\.message) + lacks { run.diagnostics.warn(ofObstacle: obstacle) }
  }

  /// Decides the only result of a run, a file that appears whole or a stream, and checks it.
  ///
  /// - Parameter replaceable: the files that it may replace without `--force`.
  /// - Throws: `OutputRefusal` and `SystemError` if it cannot or must not be written; a dry run
  ///   warns instead.
  package mutating func writeResult(replacing replaceable: ReplaceableFile? = nil) throws {
    let target = try OutputTarget(
      run.arguments[.output] ?? "-", isCompared: comparisons != nil)
    mode = .single(target)
    self.replaceable = replaceable
    try take(run.arguments[.output])
    if comparisons != nil { return }
    run.diagnostics.warnOfEnding(run.arguments[.output])
    try run.warnOfObstacles {
      try refuse(target, besides: inputs)
      warnOfObstacles(to: [(target, 1 << 20)])
    }
  }

  /// Throws if the only result would destroy a file.
  private func refuse(_ target: OutputTarget, besides others: Set<FileStatus.Identity>) throws {
    let mayReplace = try isForced || replaceable?.isThere(target) == true
    try target.check(
      against: [], besides: others, isForced: mayReplace, replacing: replaceable?.words)
  }

  private static func mode(
    _ arguments: Arguments, _ inputs: InputList, _ alternatives: [String], _ otherOutputs: Bool,
    isCompared: Bool
  ) throws -> (Mode, [PathKey: OutputTarget]) {
    if arguments[.inPlace] {
      if arguments[.output] != nil {
        throw UsageError("'--in-place' and '--output' cannot both be given")
      }
      if inputs.inputs.contains(where: \.isStandardInput) {
        throw UsageError("'--in-place' cannot rewrite standard input")
      }
      let targets = try inputs.files.map { ($0.path, try OutputTarget($0.path)) }
      return (.inPlace, Dictionary(paths: targets))
    }
    guard let output = arguments[.output] else {
      guard arguments.isDiscarding || otherOutputs else {
        throw UsageError(
          "no output named; nothing was read",
          hint: "choose one: \(alternatives.joined(separator: ", "))")
      }
      return (.nowhere, [:])
    }
    if inputs.hasDirectory || inputs.inputs.count > 1 || output.hasSuffix("/") {
      if output == "-" {
        throw UsageError("several inputs need an output directory, not standard output")
      }
      try refuseNameOfFile(output, inputs)
      var root = output
      while root.count > 1, root.hasSuffix("/") { root.removeLast() }
      return (.tree(root: root), try Self.treeTargets(root, inputs, isCompared: isCompared))
    }
    let target = try OutputTarget(output, isCompared: isCompared)
    return (.single(target), inputs.inputs.first.map { [PathKey($0.path): target] } ?? [:])
  }

  /// Refuses a missing output directory whose name looks like a file's.
  private static func refuseNameOfFile(_ output: String, _ inputs: InputList) throws {
    guard inputs.operands.count > 1, FileEnding.isThere(in: output),
      try FileStatus(path: output) == nil
    else { return }
    throw UsageError(
      "several inputs need an output directory, and '\(output)' is named like a file",
      hint: "to have a directory, name it '\(output)/'; otherwise run once for each input")
  }

  private static func treeTargets(
    _ root: String, _ inputs: InputList, isCompared: Bool
  ) throws -> [PathKey: OutputTarget] {
    if !isCompared, let status = try FileStatus(path: root), status.kind != .directory {
      throw OutputRefusal(
        .cannotCreate, "'\(root)' is a file; several inputs need an output directory")
    }
    try refuseNesting(root, inputs)
    try refuseMixedExports(root, inputs)
    var taken: [PathKey: String] = [:]
    var targets: [PathKey: OutputTarget] = [:]
    for input in inputs.files {
      if let other = taken.updateValue(input.path, forKey: PathKey(input.relativePath)) {
        throw UsageError(
          "'\(other)' and '\(input.path)' would both become '\(root)/\(input.relativePath)'",
          hint: "give them to two runs, or put them in folders of one directory")
      }
      targets[input.path] = try OutputTarget(
        root + "/" + input.relativePath, isCompared: isCompared)
    }
    return targets
  }

  /// Refuses an output directory inside an input: its files would be inputs of the next run.
  private static func refuseNesting(_ root: String, _ inputs: InputList) throws {
    var ancestor = root
    while try FileStatus(path: ancestor) == nil { ancestor = parentDirectory(of: ancestor) }
    // The parent of 'a/..' is not 'a'.
    ancestor = try absolutePath(ancestor)
    while true {
      if let status = try FileStatus(path: ancestor),
        let directory = inputs.directories[status.identity]
      {
        throw UsageError(
          "the output '\(root)' lies in the input '\(directory)'",
          hint: "name a directory outside of it, or use --in-place")
      }
      let parent = parentDirectory(of: ancestor)
      if parent == ancestor { return }
      ancestor = parent
    }
  }

  /// Whether an unchanged input can be copied byte for byte.
  ///
  /// A stream cannot be read again, and what was written to one cannot be withdrawn.
  package func canCopy(_ input: InputList.Input) -> Bool {
    guard input.canBeReadTwice else { return false }
    guard let target = targets[input.path] else { return true }
    if case .file = target.kind { return true }
    return false
  }

  /// The file to remove if an input's one document is deleted; nil if there is none to remove.
  ///
  /// - Throws: `OutputRefusal` if the path contains a symbolic link, which is never followed to a
  ///   deletion, or if a single output is named, which must appear.
  package func removal(for input: InputList.Input) throws -> String? {
    if let comparisons, case .tree(let root) = mode {
      try comparisons.expect(removalOf: root + "/" + input.relativePath)
      return nil
    }
    guard !isChecking, let target = targets[input.path] else { return nil }
    switch (mode, target.kind) {
    case (.single, _):
      throw OutputRefusal(
        .cannotCreate,
        "'\(input.shownPath)' is a single document and would be deleted: nothing is left for "
          + "'\(target.path)'",
        hint: "name the directory that it is in, and a directory to write to")
    case (.tree(let root), .file):
      let path = try Self.unlinked(input.relativePath, in: root)
      return isDiscarding ? nil : path
    case (.inPlace, .file):
      let path = try Self.unlinked(input.path)
      return isDiscarding ? nil : path
    case (.nowhere, _), (.tree, _), (.inPlace, _): return nil
    }
  }

  /// The path of a file below a directory.
  ///
  /// - Throws: `OutputRefusal` if a component below the directory is a symbolic link.
  private static func unlinked(_ relativePath: String, in root: String) throws -> String {
    try relativePath.dividedAtSlashes().reduce(root) { try unlinked($0 + "/" + $1) }
  }

  /// The path.
  ///
  /// - Throws: `OutputRefusal` if it is a symbolic link.
  private static func unlinked(_ path: String) throws -> String {
    guard try FileStatus(path: path, followsLinks: false)?.kind == .symbolicLink else {
      return path
    }
    throw OutputRefusal(
      .cannotCreate,
      "'\(path)' is a link to a document that would be deleted, and links are not followed for that",
      hint: "replace the link by the file, or migrate a copy without links")
  }

  // MARK: Opening

  /// Whether the output for an input is resumable.
  func keepsCheckpoints(for input: InputList.Input) -> Bool {
    guard !isDiscarding, comparisons == nil, input.mending == nil,
      let target = targets[input.path]
    else { return false }
    return !target.isStream && isWorthResuming(input)
  }

  /// The output for an input, compressed as the input is.
  ///
  /// - Parameter sum: the running checksum of the input.
  package func output(
    for input: InputList.Input, _ compression: Compression?, _ sum: FileChecksum?
  ) throws -> ByteOutput {
    let output = try output(for: input, sum: sum)
    guard let compression else { return output }
    return try ByteOutput(compressing: output, compression)
  }

  /// Whether an existing file is compared with the output, because `--resume` may have published
  /// it.
  private func isRecognized(_ target: OutputTarget) -> Bool {
    isResuming && !isForced && !isInPlace && !isChecking && target.existing != nil
  }

  /// Whether the output's file exists already, with the same bytes.
  ///
  /// - Throws: `OutputRefusal` if it exists with other bytes.
  func recognizes(_ output: FinishedOutput) throws -> Bool {
    guard comparisons == nil, let finding = output.finding else { return false }
    if finding == .same { return true }
    throw OutputRefusal(
      .cannotCreate, "'\(output.path)' exists already, and is not what this run would write",
      hint: "name another file, or use --force to replace it")
  }

  /// Warns if the name of the single output contradicts its compression. In a directory, outputs
  /// have the inputs' names.
  func warnOfEnding(of input: InputList.Input, _ compression: Compression?) {
    guard let result, !result.isStream, comparisons == nil else { return }
    run.diagnostics.warnOfEnding(result.path, compression, isCopy: true)
  }

  /// The output directory for an empty directory; nil if none is created.
  package func directory(_ relativePath: String) -> String? {
    guard case .tree(let root) = mode, !isDiscarding else { return nil }
    return root + "/" + relativePath.dropLast()
  }

  /// The output for an input.
  ///
  /// - Parameters:
  ///   - isCopy: whether the output gets at most the input's permissions.
  ///   - sum: the running checksum of the input.
  package func output(
    for input: InputList.Input, isCopy: Bool = false, sum: FileChecksum? = nil
  ) throws -> ByteOutput {
    guard let target = targets[input.path] else {
      return ByteOutput(discarding: input.shownPath, hashes: hashes)
    }
    if let comparisons { return try comparisons.output(inPlaceOf: target) }
    if isRecognized(target) {
      if !isDiscarding { try Resumption.forget(target.path) }
      return try ByteOutput(comparing: target, hashes: hashes)
    }
    if isDiscarding { return ByteOutput(discarding: target.path, hashes: hashes) }
    if case .tree = mode { try makeDirectories(parentDirectory(of: target.path)) }
    // A checkpoint describes the input's own bytes, not mended ones.
    let resumption =
      input.mending == nil
      ? try resumption(for: input, sum)?.lookedUp(for: target.path) : nil
    tell(resumption, target.path)
    if resumption == nil { try Resumption.forget(target.path) }
    if isInPlace {
      return try ByteOutput(
        rewriting: target, hashes: hashes, sum: sum, resuming: resumption)
    }
    return try ByteOutput(
      target, hashes: hashes,
      atMost: isCopy ? input.status.modeWithoutAccessList(of: input.path) : 0o666,
      replacesNothing: !isForced, resuming: resumption)
  }

  /// Opens the only result, to be written while the inputs are read.
  package func openResult() throws -> ByteOutput {
    guard let result else { preconditionFailure("no result was decided") }
    if isStreaming {
      run.facts.isResultStreamed = true
      run.signalAnswers.setStopMessage { Self.unfinishedStream }
    }
    return try open(result)
  }

  /// Writes and finishes the whole of the only result, which is not yet published.
  package func finishResult(_ body: (inout ByteOutput) throws -> Void) throws -> FinishedOutput {
    guard let result else { preconditionFailure("no result was decided") }
    if !isDiscarding, result.existing != nil {
      // Another program may have put another file there. A new one is found when publishing.
      try refuse(OutputTarget(result.path), besides: [])
    }
    var output = try open(result)
    try body(&output)
    return try output.finish()
  }

  /// Publishes what was added to the publication, and holds the locks meanwhile.
  func publish() throws {
    defer { withExtendedLifetime(locks) {} }
    try publication.publish(run.signalAnswers)
  }

  private func open(_ target: OutputTarget) throws -> ByteOutput {
    if let comparisons { return try comparisons.output(inPlaceOf: target) }
    if isDiscarding { return ByteOutput(discarding: target.path, hashes: hashes) }
    return try ByteOutput(target, hashes: hashes, replacesNothing: !isForced)
  }
}
