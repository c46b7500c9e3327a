import Scan
package import SystemIO

/// Why the file at a target is not one that a result may replace without `--force`, as in “is not an
/// X”; nil if it is.
package typealias ReplacementCheck = @Sendable (OutputTarget) throws -> String?

// The only result of a run: a file that appears whole, or a stream.
extension OutputSet {
  /// The help of `--output` for such a run.
  package static let resultHelp =
    "write the result to PATH; '-', the default, is standard output"

  /// The message for a run that stops while it writes to a stream.
  static let unfinishedStream =
    "the output so far is incomplete; nothing else was written"

  /// Decides the only result of a run, a file that appears whole or a stream, and checks it.
  ///
  /// - Parameter replaceable: tells the files that it may replace without `--force`.
  /// - Throws: `OutputRefusal` and `SystemError` if it cannot or must not be written; a dry run
  ///   warns instead.
  package mutating func writeResult(replacing replaceable: ReplacementCheck? = nil) throws {
    let target = try OutputTarget(
      run.arguments[.output] ?? "-", mayBeDirectory: comparisons != nil)
    mode = .single(target)
    try refuseNesting(run.arguments[.output], option: "--output")
    try take(run.arguments[.output])
    if comparisons != nil { return }
    run.diagnostics.warnOfEnding(run.arguments[.output])
    try run.warnOfObstacles {
      try refuse(target, replacing: replaceable, besides: inputs)
      run.warnOfObstacles(to: [(target, 1 << 20)])
    }
  }

  /// Throws if a result would destroy a file.
  func refuse(
    _ target: OutputTarget, replacing replaceable: ReplacementCheck?,
    besides others: Set<FileStatus.Identity>
  ) throws {
    let objection = try isForced ? nil : replaceable?(target)
    try target.check(
      against: [], besides: others, isForced: isForced || replaceable != nil && objection == nil,
      objection: objection)
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
    var output = try open(result)
    try body(&output)
    return try output.finish()
  }

  /// Opens the target of a result.
  func open(_ target: OutputTarget) throws -> ByteOutput {
    if let comparisons { return try comparisons.output(inPlaceOf: target) }
    if isDiscarding { return ByteOutput(discarding: target.path, hashes: hashes) }
    return try ByteOutput(target, hashes: hashes, replacesNoOther: !isForced)
  }

  /// The width of a table in columns: the terminal's on standard output, or `COLUMNS`.
  ///
  /// A file has no limit, and does not depend on the environment; a pipe is limited by `COLUMNS`
  /// only.
  package func resultWidth() throws -> Int {
    let surroundings = run.surroundings
    switch result?.kind {
    case .file, nil: return Int.max
    case .stream: return surroundings.hasGivenWidth ? surroundings.outputWidth : Int.max
    case .standardOutput:
      let status = try FileStatus(descriptor: 1, path: StandardStream.output.name)
      if status.kind == .regular { return Int.max }
      return surroundings.hasGivenWidth || StandardStream.output.isTerminal
        ? surroundings.outputWidth : Int.max
    }
  }

  /// Checks the directory of further results, before any input is read.
  ///
  /// - Parameter option: the option that names it.
  /// - Throws: `UsageError` if it lies in a folder that is read, or is to be a file; `OutputRefusal`
  ///   if it is a file; a dry run warns of that instead.
  package mutating func checkDirectory(_ directory: String, option: String) throws {
    if comparisons != nil { return }
    try refuseNesting(directory, option: option)
    let file = NamedFile(option: option, path: directory)
    try makeFolders(above: OutputTarget.resolved(directory).appendingName("week"), for: file)
    try run.warnOfObstacles {
      if let status = try FileStatus(path: directory), status.kind != .directory {
        throw OutputRefusal(
          .cannotCreate, "\(option) '\(directory)' is a file, and names a directory",
          hint: "name another directory")
      }
      try run.checkCreating(
        OutputTarget(directory + "/week"), as: NamedFile(option: option, path: directory),
        makesDirectories: true)
    }
  }

  /// Writes and finishes the whole of a further result, which is not yet published.
  ///
  /// - Parameters:
  ///   - directory: the directory, which is created if missing.
  ///   - option: the option that names it.
  ///   - replaceable: tells the files that may be replaced without `--force`.
  package mutating func finish(
    _ bytes: [UInt8], as name: String, in directory: String, option: String,
    replacing replaceable: @escaping ReplacementCheck
  ) throws -> FinishedOutput {
    let path = (directory.hasSuffix("/") ? directory : directory + "/") + name
    let target = try OutputTarget(path, mayBeDirectory: comparisons != nil)
    if comparisons == nil {
      try claim(path, option: option)
      try run.warnOfObstacles {
        try ReportFile.refuseJournal(at: path, option: option)
        try refuse(target, replacing: replaceable, besides: inputs.union(otherInputs))
      }
      // A new file is like the one that `checkDirectory` has tried.
      if target.existing != nil { run.warnOfObstacles(to: [(target, bytes.count)]) }
      if !isDiscarding { try makeDirectories(parentDirectory(of: path)) }
    }
    var output = try open(target)
    try output.write(bytes)
    return try output.finish()
  }
}
