import Scan
package import SystemIO

/// The outputs of a rewriting run, decided and checked before any input is read.
package struct OutputSet: Sendable {
  private enum Mode {
    /// No output is named: the run only counts, hashes or samples.
    case nowhere
    case single(OutputTarget)
    case tree(root: String)
    case inPlace
  }

  private let mode: Mode
  private let targets: [PathKey: OutputTarget]
  /// Whether the run writes nothing, named outputs included.
  let isDiscarding: Bool
  /// Whether only a check is wanted, so that obstacles of a real run do not matter.
  private let isChecking: Bool
  private let hashes: Bool
  private let isForced: Bool
  private let checkpoints: RunCheckpoints?
  /// Compares the outputs with existing files instead of writing them; nil without `--verify`.
  private let comparisons: ComparedFiles?
  /// Errors that a real run would have; empty in a real run, which throws them.
  package private(set) var obstacles: [String] = []

  /// Whether inputs are replaced; an unchanged one is left alone.
  package var isInPlace: Bool {
    if case .inPlace = mode { true } else { false }
  }

  /// Whether the output goes to a stream, and so cannot be withdrawn.
  var isStreaming: Bool { !isDiscarding && isStream }

  /// Whether the run resumes an earlier one.
  var resumes: Bool { checkpoints?.resumes == true && !isDiscarding && comparisons == nil }

  /// Whether the output is a pipe, a device or standard output.
  var isStream: Bool {
    guard case .single(let target) = mode else { return false }
    return target.isStream
  }

  /// The paths of the outputs in a directory; empty for other runs.
  var treePaths: [String] {
    if case .tree = mode, comparisons == nil { targets.values.map(\.path) } else { [] }
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

  /// The help of `--output`.
  package static let optionHelp =
    "write the result to PATH; a directory for several inputs; '-' is standard output"

  /// Checks the outputs that the options name.
  ///
  /// - Parameters:
  ///   - others: files read beside the inputs.
  ///   - alternatives: the options that choose an output, for the error if none is given.
  ///   - otherOutputs: whether the run writes something else, so that no output need be named.
  ///   - checkpoints: the checkpoints that make outputs resumable.
  ///   - comparisons: compares the outputs instead of writing them.
  /// - Throws: `UsageError` if options contradict each other, `OutputRefusal` and `SystemError` if
  ///   an output cannot or must not be written; in a dry run the latter are obstacles.
  package init(
    _ arguments: Arguments, inputs: InputList, others: Set<FileStatus.Identity> = [],
    alternatives: [String], otherOutputs: Bool = false, checkpoints: RunCheckpoints? = nil,
    comparisons: ComparedFiles? = nil
  ) throws {
    self.checkpoints = checkpoints
    self.comparisons = comparisons
    isDiscarding = arguments.isDiscarding
    isChecking = isDiscarding && !arguments[.dryRun]
    isForced = arguments[.force]
    let isPlanned = arguments[.planOut] != nil || arguments[.plan] != nil
    hashes = isPlanned || (arguments[.hash] ?? (arguments[.dryRun] && !arguments[.check]))
    (mode, targets) = try Self.mode(
      arguments, inputs, alternatives, otherOutputs, isCompared: comparisons != nil)
    let identities = inputs.identities
    var obstacles: [String] = []
    var needs = SpaceNeeds()
    for input in inputs.files {
      guard let target = targets[input.path] else { continue }
      if isChecking { continue }
      do {
        try target.check(
          against: identities, besides: others,
          isForced: arguments[.force] || checkpoints?.resumes == true,
          isInPlace: isInPlace, isPlanned: arguments[.plan] != nil)
        if comparisons == nil, checkpoints?.isWorthIt(for: input) == true {
          try Resumption.check(target.path)
        }
        guard isDiscarding else { continue }
        let obstacle = target.obstacle(makesDirectories: makesDirectories)
        if let obstacle { obstacles.append(obstacle) }
        needs.add(
          target, byteCount: input.byteCount, makesDirectories: makesDirectories)
      } catch let error as OutputRefusal where isDiscarding {
        obstacles.append(error.message)
      }
    }
    if case .tree(let root) = mode, !isChecking, comparisons == nil {
      do {
        try Self.refuseOccupied(root, inputs, isForced: arguments[.force])
      } catch let error as OutputRefusal where isDiscarding {
        obstacles.append(error.message)
      }
    }
    self.obstacles = obstacles + needs.obstacles
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

  /// Whether the output for an input is resumable.
  func keepsCheckpoints(for input: InputList.Input) -> Bool {
    guard !isDiscarding, comparisons == nil, input.mending == nil,
      let target = targets[input.path]
    else { return false }
    return !target.isStream && checkpoints?.isWorthIt(for: input) == true
  }

  /// The files kept beside resumable outputs; no input or output may have one of these names.
  func keptPaths(_ inputs: InputList) -> [String] {
    guard comparisons == nil, !isChecking else { return [] }
    return inputs.files.flatMap { input -> [String] in
      guard let target = targets[input.path], !target.isStream,
        checkpoints?.isWorthIt(for: input) == true
      else { return [] }
      return Resumption.paths(for: target.path)
    }
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
    checkpoints?.resumes == true && !isForced && !isInPlace && !isChecking
      && target.existing != nil
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
  func warnOfEnding(
    of input: InputList.Input, _ compression: Compression?, _ diagnostics: Diagnostics
  ) {
    guard case .single(let target) = mode, case .file = target.kind, comparisons == nil else {
      return
    }
    diagnostics.warnOfEnding(target.path, compression, isCopy: true)
  }

  /// The output directory for an empty directory, or of all for an empty path; nil if none is created.
  package func directory(_ relativePath: String) -> String? {
    guard case .tree(let root) = mode, !isDiscarding else { return nil }
    return relativePath.isEmpty ? root : root + "/" + relativePath.dropLast()
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
      return try ByteOutput(recognizing: target, hashes: hashes)
    }
    if isDiscarding { return ByteOutput(discarding: target.path, hashes: hashes) }
    if case .tree = mode { try makeDirectories(parentDirectory(of: target.path)) }
    // A checkpoint describes the input's own bytes, not mended ones.
    let resumption =
      input.mending == nil
      ? try checkpoints?.resumption(for: input, sum)?.lookedUp(for: target.path) : nil
    checkpoints?.tell(resumption, target.path)
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
}
