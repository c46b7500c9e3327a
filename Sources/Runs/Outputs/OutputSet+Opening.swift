import Scan
package import SystemIO

// The outputs for the inputs of a run, opened one by one.
extension OutputSet {
  /// Whether an unchanged input can be copied byte for byte.
  ///
  /// A stream cannot be read again, and what was written to one cannot be withdrawn.
  func canCopy(_ input: InputList.Input) -> Bool {
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
      hint: run.arguments[.plan] == nil
        ? "name another file, or use --force to replace it"
        : "move it away, or make a plan with --force")
  }

  /// Warns if the name of the single output contradicts its compression. In a directory, outputs
  /// have the inputs' names.
  func warnOfEnding(_ compression: Compression?) {
    guard let result, !result.isStream, comparisons == nil else { return }
    run.diagnostics.warnOfEnding(result.path, compression, isCopy: true)
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
      return try ByteOutput(comparing: target, hashes: hashes)
    }
    if isDiscarding { return ByteOutput(discarding: target.path, hashes: hashes) }
    if case .tree = mode { try makeDirectories(parentDirectory(of: target.path)) }
    // A checkpoint describes the input's own bytes, not mended ones.
    let resumption = input.mending == nil ? try resumption(for: input, sum, target.path) : nil
    tell(resumption, target.path)
    if resumption == nil { try Resumption.forget(target.path) }
    if isInPlace {
      return try ByteOutput(
        rewriting: target, hashes: hashes, sum: sum, resuming: resumption)
    }
    return try ByteOutput(
      target, hashes: hashes,
      permissions: .atMost(
        isCopy ? input.status.modeWithoutAccessList(of: input.path) : 0o666),
      replacesNoOther: !isForced, resuming: resumption)
  }

  /// Notes the byte at which an output is resumed.
  func tell(_ resumption: Resumption?, _ path: String) {
    guard let byteCount = resumption?.durableByteCount, byteCount > 0 else { return }
    run.facts.hasResumed = true
    run.diagnostics.note(
      "resuming '\(path)' after \(Amount.bytes(byteCount)), at byte \(byteCount)")
    if resumption?.foundNote == Self.journalNote, run.arguments[.journal] == nil, !isInPlace {
      run.diagnostics.warning(
        "the interrupted run was to write an undo journal, and this one writes none",
        kind: "no journal", hint: "to have one, remove '\(path)' and run again with --journal FILE")
    }
  }

  private static let journalNote = "with --journal"

  /// The resumption of the output for an input; nil if the input is too small to be worth it.
  ///
  /// - Parameters:
  ///   - sum: the running checksum of the input.
  ///   - target: the path of the output.
  /// - Throws: `OutputRefusal`, `SystemError`.
  private func resumption(
    for input: InputList.Input, _ sum: FileChecksum?, _ target: String
  ) throws -> Resumption? {
    guard isWorthResuming(input) else { return nil }
    let arguments = run.arguments
    let words = [
      run.tool.name, Version.text, arguments[.format].map { "--format \($0)" },
      arguments[.salvage] ? "--salvage" : nil,
    ]
    return try Resumption(
      of: target, run: words.compactMap { $0 }.joined(separator: " "),
      note: arguments[.journal] == nil ? nil : Self.journalNote, input: input.path,
      byteCount: input.status.byteCount, sum: sum, interval: arguments[.checkpointBytes],
      resumes: isResuming)
  }

  func isWorthResuming(_ input: InputList.Input) -> Bool {
    // A checkpoint tells of the bytes from the file's start.
    input.canBeReadTwice && !input.isPartOfFile
      && (isResuming || input.status.byteCount >= run.arguments[.checkpointBytes])
  }
}
