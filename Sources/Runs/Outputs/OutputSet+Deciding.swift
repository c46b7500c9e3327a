import Formats
import Scan
import SystemIO

// Decides and checks the outputs of a run that rewrites its inputs.
extension OutputSet {
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
    if !isInPlace { try refuseNesting(run.arguments[.output], option: "--output") }
    switch mode {
    case .single: try take(run.arguments[.output])
    case .tree where comparisons == nil:
      for input in inputs.files { try take(targets[input.path]?.path) }
    case .tree, .inPlace, .nowhere: break
    }
    if !isChecking { try check(inputs) }
    if comparisons != nil || isChecking { return }
    for input in inputs.files {
      guard let target = targets[input.path], !target.isStream, isWorthResuming(input) else {
        continue
      }
      for path in Resumption.paths(for: target.path) {
        try claim(path, option: "the unfinished output")
      }
    }
  }

  /// Checks that a file can be replaced, for a run that opens no output before it writes.
  ///
  /// - Throws: `SystemError` if not; a dry run warns instead.
  package func checkReplacing(_ path: String) throws {
    let target = try OutputTarget(path)
    if isDiscarding {
      // With `--in-place`, `rewrite` has warned.
      if !isInPlace { run.warnOfObstacles(to: [(target, target.existing?.byteCount ?? 0)]) }
    } else if let failure = target.failure() {
      throw failure
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
        checked.append((target, input.byteCount))
      }
    }
    if case .tree(let root) = mode, comparisons == nil {
      try run.warnOfObstacles { try Self.refuseOccupied(root, inputs) }
    }
    run.warnOfObstacles(to: checked, makesDirectories: makesDirectories)
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
    // A share of several inputs may have one of them, and its output the form of all others.
    let inputCount = inputs.share?.inputs.count ?? inputs.inputs.count
    if inputs.hasDirectory || inputCount > 1 || output.hasSuffix("/") {
      if output == "-" {
        throw UsageError("several inputs need an output directory, not standard output")
      }
      try refuseNameOfFile(output, inputs)
      let root = output.withoutTrailingSlashes
      return (.tree(root: root), try Self.treeTargets(root, inputs, isCompared: isCompared))
    }
    let target = try OutputTarget(output, mayBeDirectory: isCompared)
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
    try refuseMixedExports(root, inputs)
    var taken: [PathKey: String] = [:]
    var targets: [PathKey: OutputTarget] = [:]
    for input in inputs.allInputs + inputs.allCompanions {
      if let other = taken.updateValue(input.path, forKey: PathKey(input.relativePath)) {
        throw UsageError(
          "'\(other)' and '\(input.path)' would both become '\(root)/\(input.relativePath)'",
          hint: "give them to two runs, or put them in folders of one directory")
      }
    }
    for input in inputs.files {
      targets[input.path] = try OutputTarget(
        root + "/" + input.relativePath, mayBeDirectory: isCompared)
    }
    return targets
  }

  /// The directory, of these, that an output is or lies in; nil if it is in none of them.
  ///
  /// - Parameter isPassedOver: whether what has a name, and what is below it, is not read.
  static func directory(
    of output: String, among directories: [FileStatus.Identity: String],
    unless isPassedOver: (String) -> Bool = { _ in false }
  ) throws -> String? {
    var ancestor = try place(of: output)
    while true {
      if let status = try FileStatus(path: ancestor),
        let directory = directories[status.identity]
      {
        return directory
      }
      let parent = parentDirectory(of: ancestor)
      if parent == ancestor || isPassedOver(lastComponent(of: ancestor)) { return nil }
      ancestor = parent
    }
  }

  /// The absolute path of an output, links followed; its directories may be missing too.
  static func place(of output: String) throws -> String {
    var ancestor = try OutputTarget.resolved(output.withoutTrailingSlashes)
    var missing: [String] = []
    while try FileStatus(path: ancestor) == nil {
      missing.append(lastComponent(of: ancestor))
      ancestor = parentDirectory(of: ancestor)
    }
    // The parent of 'a/..' is not 'a', but that of a missing folder's '..' is.
    var path = try absolutePath(ancestor)
    for name in missing.reversed() where name != "." {
      path = name == ".." ? parentDirectory(of: path) : path.appendingName(name)
    }
    return path
  }

  /// Refuses operands whose exports would go to the same folder.
  static func refuseMixedExports(_ root: String, _ inputs: InputList) throws {
    var taken: [PathKey: (export: Int, path: String)] = [:]
    for (folder, export, path) in described(by: inputs.allCompanions) {
      guard let other = taken.updateValue((export, path), forKey: PathKey(folder)),
        other.export != export
      else { continue }
      throw UsageError(
        "'\(other.path)' and '\(path)' would both describe the export in '\(root)/\(folder)'",
        hint: "give them to two runs, or put them in folders of one directory")
    }
  }

  /// Refuses folders that hold another export, and files where directories are needed.
  static func refuseOccupied(_ root: String, _ inputs: InputList) throws {
    for folder in inputs.emptyFolders {
      let path = root + "/" + folder.dropLast()
      if let status = try FileStatus(path: path), status.kind != .directory {
        throw OutputRefusal(.cannotCreate, "'\(path)' is a file, and must be a directory")
      }
    }
    // Nothing reads a folder with two descriptions, so --force does not help.
    let written = Set(paths: inputs.files.map(\.relativePath))
    for folder in Set(described(by: inputs.companions).map(\.folder)).sorted() {
      let path = root + "/" + folder
      guard try FileStatus(path: path)?.kind == .directory else { continue }
      let other = try directoryEntries(path).first {
        ExportLayout.describesWholeExport($0) && !written.contains(folder + $0)
      }
      guard let other else { continue }
      throw OutputRefusal(
        .cannotCreate, "another export is in the folder already: '\(path)\(other)' describes it",
        hint: "name another directory, or remove that export")
    }
  }

  /// The folder of each export, with the file, of these, that describes it.
  private static func described(
    by companions: [InputList.Input]
  ) -> [(folder: String, export: Int, path: String)] {
    companions.compactMap { input in
      let name = input.relativePath
      guard let export = input.export, ExportLayout.describesWholeExport(name) else { return nil }
      let folder = name.hasSlash ? parentDirectory(of: name) + "/" : ""
      return (folder, export, input.path)
    }
  }
}
