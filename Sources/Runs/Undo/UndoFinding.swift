import Formats
import Scan
import SystemIO

/// What a file of a run that is to be taken back is found to be.
enum UndoFinding {
  /// What the run left, or missing where it left nothing; then what it had read may lie elsewhere,
  /// unchanged.
  case asLeft(FileStatus?, isOriginalElsewhere: Bool = false)
  /// What the run had read: it was stopped before it got there, or taken back already.
  case asBefore
  /// Nothing: the run was stopped before it got there, or the file was taken away since; and what the
  /// run had read lies elsewhere, unchanged.
  case absent
  /// Neither what the run left nor what it had read; it stays as it is.
  case changed

  /// Whether nothing is where the run put its result, or was to put it.
  var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// What the files of a journal are found to be, one by one.
  ///
  /// - Parameter indices: those that are looked at; nil looks at all.
  static func each(
    _ files: [JournalFile], _ journalPath: String, only indices: Set<Int>? = nil
  ) throws -> [Result<UndoFinding, UnsuitableInput>] {
    var reader = try JournalReader(InputFile(path: journalPath))
    var results: [Result<UndoFinding, UnsuitableInput>] = []
    for (index, file) in files.enumerated() {
      do {
        guard indices?.contains(index) != false else {
          try reader.pass()
          results.append(.success(.absent))
          continue
        }
        results.append(.success(try UndoFinding(file, &reader)))
      } catch let problem as UnsuitableInput {
        results.append(.failure(problem))
      }
    }
    return results
  }

  /// What the files of one run are found to be, by what is known of each.
  static func together(_ findings: [UndoFinding]) -> [UndoFinding] {
    // Where no result is here, files that were to go are not here either, and had not gone.
    isNothingLeft(findings) ? findings.map { _ in .absent } : findings
  }

  /// Whether none of the results is here, and all that was read is as it was elsewhere: the run was
  /// stopped before the first of them had its name, or they were taken away since.
  private static func isNothingLeft(_ findings: [UndoFinding]) -> Bool {
    var isAnyAbsent = false
    for finding in findings {
      switch finding {
      case .absent: isAnyAbsent = true
      case .asLeft(nil, isOriginalElsewhere: true): break
      case .asLeft, .asBefore, .changed: return false
      }
    }
    return isAnyAbsent
  }

  private init(_ file: JournalFile, _ reader: inout JournalReader) throws {
    guard let status = try FileStatus(path: file.resultPath) else {
      try reader.pass()
      let isElsewhere = try Self.hasOriginal(file)
      guard file.result == .nothing || isElsewhere else { throw Self.gone(file) }
      self = file.result == .nothing ? .asLeft(nil, isOriginalElsewhere: isElsewhere) : .absent
      return
    }
    guard status.kind == .regular else {
      try reader.pass()
      throw UnsuitableInput(file.resultPath, "it is no file any more", hint: nil)
    }
    if try reader.isResult(at: file.resultPath, of: file) {
      self = .asLeft(status)
    } else if try file.isOriginal(at: file.resultPath) {
      self = .asBefore
    } else {
      throw UnsuitableInput(
        file.resultPath,
        "it was changed since the run, and is neither what that read nor what it left",
        hint: "nothing was undone; if a later run changed it, take that one back first; '--undo "
          + "JOURNAL --salvage' restores the other files and leaves this one")
    }
  }

  /// Whether what the run had read lies elsewhere than its result, unchanged.
  private static func hasOriginal(_ file: JournalFile) throws -> Bool {
    guard !file.isInPlace,
      try FileStatus(path: file.originalPath)?.kind == .regular
    else { return false }
    return try file.isOriginal(at: file.originalPath)
  }

  /// What an original is written to in the place of its result; nil where it is there already.
  ///
  /// - Throws: `OutputRefusal` where the file is not the one any more that was looked at.
  func output(for file: JournalFile, hashes: Bool = false) throws -> ByteOutput? {
    guard case .asLeft(let found, _) = self else { return nil }
    let target = try OutputTarget(file.resultPath)
    guard let found else {
      try makeDirectories(parentDirectory(of: target.path))
      return try ByteOutput(
        target, hashes: hashes, atMost: file.mode, isModeExact: true, replacesNothing: true)
    }
    guard target.existing?.isUnchanged(since: found) == true else {
      throw Self.changed(file.resultPath)
    }
    return try ByteOutput(rewriting: target, hashes: hashes)
  }

  static func changed(_ path: String) -> OutputRefusal {
    OutputRefusal(
      .inputOutput, "'\(path)' was changed by someone else meanwhile",
      hint: "nothing was undone; run again")
  }

  private static func gone(_ file: JournalFile) -> UnsuitableInput {
    UnsuitableInput(
      file.resultPath, "the result of the run is missing; undo rebuilds the original from it",
      hint: "put it back where it was, or beside the journal, and undo again; '--undo JOURNAL "
        + "--salvage' restores the other files")
  }
}
