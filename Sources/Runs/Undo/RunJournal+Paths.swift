import Formats
import Scan
import SystemIO

// The path of a journal, and the checks on it.
extension RunJournal {
  /// Checks the path that `--journal` names.
  ///
  /// - Throws: `UsageError` if it is a stream; `OutputRefusal` if a file exists there, unless
  ///   `--resume` may replace it; a dry run warns instead.
  static func place(
    of path: String, _ run: ToolRun, _ outputs: [String]
  ) throws -> (Place, Interruption?) {
    let target = try OutputTarget(path)
    if target.isStream {
      throw UsageError("'--journal' needs a file, not '\(path)': undoing reads it twice")
    }
    guard target.existing != nil else {
      try run.checkCreating(target, as: NamedFile(option: "--journal", path: path))
      return (.free, nil)
    }
    let earlier = try EarlierRun(at: path)
    let isSame = try earlier?.isOf(run, outputs) == true && earlier?.hasOptions(of: run) == true
    guard let earlier, isSame, run.arguments[.resume] else {
      try run.warnOfObstacles {
        throw OutputRefusal(
          .cannotCreate, "--journal '\(path)' exists already",
          hint: try hint(for: isSame ? earlier : nil, run.arguments))
      }
      return (.occupied, nil)
    }
    if run.arguments[.inPlace] {
      let interruption = try earlier.interruption()
      let isReplaced = try interruption == nil && earlier.isNotBegun
      return (isReplaced ? .earlier([]) : .occupied, interruption)
    }
    let results = try earlier.files.filter {
      try $0.result != .nothing && FileStatus(path: $0.resultPath) != nil
    }
    return (.earlier(Set(paths: results.map(\.resultPath))), nil)
  }

  /// The hint about a journal in the way.
  ///
  /// - Parameter earlier: its run, if that was of the same command.
  private static func hint(for earlier: EarlierRun?, _ arguments: Arguments) throws -> String {
    let another =
      arguments[.plan] == nil ? "name a new file" : "make a plan with another --journal"
    guard let earlier else {
      return "\(another): it may be the only way to undo an earlier run"
    }
    let removal = "remove it with rm \(ShellWord.quoted(path: earlier.journalPath))"
    if try earlier.isNotBegun {
      return arguments[.inPlace]
        ? "its run was undone, or was interrupted before it changed a file: replace it with "
          + "--resume, \(removal), or \(another)"
        : "its run was undone, and the journal is no longer needed: \(removal), or \(another)"
    }
    if try !arguments[.inPlace] && earlier.hasNoOutput {
      return "none of its run's outputs is there: if they were not moved, \(removal), or \(another)"
    }
    return
      "it is the journal of an earlier run of this command: finish that run with --resume, undo it "
      + "with --undo, or \(another)"
  }

  static func occupied(_ path: String) -> OutputRefusal {
    OutputRefusal(
      .cannotCreate, "--journal '\(path)' undoes an earlier run, and this run needs another",
      hint: "nothing was published; name a new file")
  }

  /// The default path: beside the operand, and unused, or that of the same run if it was
  /// interrupted.
  ///
  /// - Returns: the path; that interrupted run, if there is one; otherwise an earlier run that
  ///   was the same.
  static func defaultPath(
    _ run: ToolRun, _ inputs: InputList, _ outputs: [String], hasBatches: Bool
  ) throws -> (String, Interruption?, EarlierRun?) {
    do {
      let next = try paths(beside: inputs.operands[0]).next
      var same: EarlierRun?
      for earlier in try EarlierRun.beside(inputs, run.diagnostics) {
        guard earlier.isOf(run, outputs) else {
          try earlier.refuseIfHalfDone(run, inputs)
          continue
        }
        if try earlier.hasOptions(of: run) {
          if let interruption = try interruption(of: earlier, run, hasBatches) {
            return (earlier.journalPath, interruption, nil)
          }
          same = same ?? earlier
        } else if try earlier.halfDone != nil {
          if hasBatches { try earlier.refuseIfHalfDone(run, inputs) }
          run.diagnostics.warning(
            "a run of \(earlier.time) with other options was interrupted, and is left as it is; "
              + "its journal is '\(earlier.journalPath)'", kind: "interrupted run")
        }
      }
      return (next, nil, same)
    } catch let error as SystemError {
      throw refusal(error)
    }
  }

  /// The interruption of an earlier run; nil if it was not interrupted, or cannot be resumed.
  private static func interruption(
    of earlier: EarlierRun, _ run: ToolRun, _ hasBatches: Bool
  ) throws -> Interruption? {
    do {
      return try earlier.interruption()
    } catch let problem as UnsuitableInput
      where !(run.arguments[.resume] || hasBatches) || run.arguments.isDiscarding
    {
      run.diagnostics.warning(
        "a run of \(earlier.time) was interrupted and cannot be resumed: "
          + problem.message, kind: "interrupted run", at: problem.place)
      return nil
    }
  }

  static func refusal(_ error: SystemError) -> OutputRefusal {
    OutputRefusal(
      error.kind == .noInput ? .cannotCreate : error.kind,
      "cannot create the undo journal: \(error.message)",
      hint: "name another place for it with --journal FILE; nothing was changed")
  }

  static func checkUse(_ inputs: InputList, _ plan: OutputSet) throws(UsageError) {
    guard plan.namesOutputs else {
      throw UsageError("'--journal' needs '-o' or '--in-place'")
    }
    if plan.isStream {
      throw UsageError("'--journal' cannot undo an output to a stream; name a file")
    }
    if let input = inputs.files.first(where: { !$0.canBeReadTwice }) {
      throw UsageError(
        "'--journal' cannot keep '\(input.shownPath)': a stream can be read only once",
        hint: "write it to a file first")
    }
  }

  /// The journals that runs in place have left beside an operand, oldest first, and the next unused
  /// name.
  static func paths(
    beside operand: String
  ) throws -> (existing: [String], next: String) {
    var path = operand
    if try FileStatus(path: operand)?.kind == .regular, ExportLayout.describesExport(operand) {
      path = parentDirectory(of: operand)
    }
    if try FileStatus(path: path)?.kind == .directory {
      path = try absolutePath(path)
    } else {
      path = try OutputTarget.resolved(path)
    }
    var existing: [String] = []
    while true {
      let number = existing.isEmpty ? "" : "-\(existing.count + 1)"
      let candidate = path + ".journal" + number
      if try FileStatus(path: candidate, followsLinks: false) == nil {
        return (existing, candidate)
      }
      existing.append(candidate)
    }
  }

  /// Finds the newest journal beside an operand.
  ///
  /// - Returns: nil if there is no journal. A file whose name leaves no room for `.journal` has none.
  static func newest(beside operand: String) throws -> String? {
    try unlessNameIsTooLong { try paths(beside: operand).existing.last }
  }

  /// Looks at a path; nil if no file can have its name, because the file system has a limit.
  static func unlessNameIsTooLong<Value>(_ look: () throws -> Value?) throws -> Value? {
    do {
      return try look()
    } catch let error as SystemError where error.isOfTooLongName {
      return nil
    }
  }

  /// The absolute path of a file, which may be missing.
  static func absolute(_ path: String) throws -> String {
    let path = path.withoutTrailingSlashes
    if try FileStatus(path: path)?.kind == .directory { return try absolutePath(path) }
    let parent = parentDirectory(of: path)
    guard try FileStatus(path: parent) != nil else { return path }
    return try absolutePath(parent).appendingName(lastComponent(of: path))
  }
}
