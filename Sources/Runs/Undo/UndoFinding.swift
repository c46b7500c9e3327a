import Formats
import Scan
import SystemIO

/// The state of one file of a run to be undone.
enum UndoFinding {
  /// The run's result, or no file if the run removed it; the original may exist elsewhere,
  /// unchanged.
  case asLeft(FileStatus?, isOriginalElsewhere: Bool = false)
  /// The original: the run did not get to this file, or was undone.
  case asBefore
  /// No file, and the original exists elsewhere, unchanged: the run did not get to this file, or
  /// the result was removed since.
  case absent
  /// Neither the result nor the original, as this says; it is left alone.
  case changed(UnsuitableInput)

  /// Whether the run's result is there.
  var isAsLeft: Bool { if case .asLeft = self { true } else { false } }
  /// Whether the original is there.
  var isAsBefore: Bool { if case .asBefore = self { true } else { false } }
  /// Whether there is no file where the result belongs.
  var isAbsent: Bool { if case .absent = self { true } else { false } }
  /// What is wrong with a file that was changed since; nil for others.
  var problem: UnsuitableInput? { if case .changed(let problem) = self { problem } else { nil } }

  /// The findings on a journal's files, one by one.
  ///
  /// - Parameters:
  ///   - indices: the files to examine; nil examines all.
  ///   - canSalvage: whether the tool has `--salvage`, which hints then advise.
  static func each(
    _ files: [JournalFile], _ journalPath: String, only indices: Set<Int>? = nil,
    canSalvage: Bool = true
  ) throws -> [UndoFinding] {
    var reader = try JournalReader(InputFile(path: journalPath))
    let hasOthers = canSalvage && files.count > 1
    return try files.enumerated().map { index, file in
      if indices?.contains(index) != false { return try UndoFinding(file, &reader, hasOthers) }
      try reader.pass()
      return .absent
    }
  }

  /// The findings on the files of one run, corrected by what all together show.
  static func together(_ findings: [UndoFinding]) -> [UndoFinding] {
    // The run did not publish anything, or its results were removed since.
    let isNothingLeft = findings.allSatisfy { finding in
      switch finding {
      case .absent, .asLeft(nil, isOriginalElsewhere: true): true
      case .asLeft, .asBefore, .changed: false
      }
    }
    // Without any result, the files to be removed were not removed by the run either.
    return isNothingLeft && findings.contains(where: \.isAbsent)
      ? findings.map { _ in .absent } : findings
  }

  /// - Parameter hasOthers: whether `--salvage` could restore other files.
  private init(
    _ file: JournalFile, _ reader: inout JournalReader, _ hasOthers: Bool
  ) throws {
    guard let status = try FileStatus(path: file.resultPath) else {
      try reader.pass()
      let isElsewhere = try Self.hasOriginal(file)
      self =
        file.result == .nothing
        ? .asLeft(nil, isOriginalElsewhere: isElsewhere)
        : isElsewhere ? .absent : .changed(Self.gone(file, hasOthers))
      return
    }
    guard status.kind == .regular else {
      try reader.pass()
      self = .changed(UnsuitableInput(file.resultPath, "it is no longer a file", hint: nil))
      return
    }
    if try reader.isResult(at: file.resultPath, of: file) {
      self = .asLeft(status)
    } else if try file.isOriginal(at: file.resultPath) {
      self = .asBefore
    } else {
      self = .changed(
        UnsuitableInput(
          file.resultPath,
          "it was changed since the run: it is neither the run's input nor its output",
          hint: "nothing was undone; if a later run changed it, undo that run first"
            + (hasOthers
              ? "; '--undo JOURNAL --salvage' restores the other files and leaves this one" : "")))
    }
  }

  /// Whether the original exists elsewhere than the result, unchanged.
  private static func hasOriginal(_ file: JournalFile) throws -> Bool {
    guard !file.isInPlace,
      try FileStatus(path: file.originalPath)?.kind == .regular
    else { return false }
    return try file.isOriginal(at: file.originalPath)
  }

  /// The output for the original, in the place of the result; nil if there is nothing to restore.
  ///
  /// - Throws: `OutputRefusal` if the file has changed since it was examined.
  func output(for file: JournalFile, hashes: Bool = false) throws -> ByteOutput? {
    guard case .asLeft(let found, _) = self else { return nil }
    let target = try OutputTarget(file.resultPath)
    guard let found else {
      try makeDirectories(parentDirectory(of: target.path))
      return try ByteOutput(
        target, hashes: hashes, permissions: .exactly(file.mode), replacesNoOther: true)
    }
    guard target.existing?.isUnchanged(since: found) == true else {
      throw Self.changed(file.resultPath)
    }
    return try ByteOutput(rewriting: target, hashes: hashes)
  }

  /// Writes the original of the journal's next file to an output; without one, skips the file.
  ///
  /// - Throws: `OutputRefusal` if the file has changed since it was examined.
  func restore(
    _ file: JournalFile, _ reader: inout JournalReader, into output: consuming ByteOutput?
  ) throws -> FinishedOutput? {
    guard var opened = output.take() else {
      try reader.pass()
      return nil
    }
    switch self {
    case .asLeft:
      guard try reader.restore(file, from: file.resultPath, { try opened.write($0) }) else {
        throw Self.changed(file.resultPath)
      }
    case .asBefore, .absent:
      try reader.pass()
      // The original exists already.
      var window = ByteWindow(
        try InputFile(path: isAbsent ? file.originalPath : file.resultPath))
      try window.forEachPiece { try opened.write($0) }
    case .changed: preconditionFailure("a changed file is left alone")
    }
    return try opened.finish()
  }

  private static func changed(_ path: String) -> OutputRefusal {
    OutputRefusal(
      .inputOutput, "'\(path)' was changed by another program meanwhile",
      hint: "nothing was undone; run again")
  }

  private static func gone(_ file: JournalFile, _ hasOthers: Bool) -> UnsuitableInput {
    UnsuitableInput(
      file.resultPath, "the result of the run is missing; undo rebuilds the original from it",
      hint: "put it back where it was, or beside the journal, and undo again"
        + (hasOthers ? "; '--undo JOURNAL --salvage' restores the other files" : ""))
  }
}
