import Scan
import SystemIO

/// An earlier run of the same tool on the same files, which left a journal and may have been interrupted
/// while its outputs got their names.
struct EarlierRun {
  let journalPath: String
  let tool: String
  let time: String
  /// What it wrote, as it was named, from the root on.
  let outputs: [String]
  let options: [String]
  let files: [JournalFile]

  /// Reads a journal; nil where there is no whole one.
  init?(at path: String) throws {
    guard let reader = try Self.reader(path) else { return nil }
    (journalPath, tool, time) = (path, reader.tool, reader.time)
    (outputs, options) = (reader.outputs, reader.options)
    do {
      files = try reader.files()
    } catch is DamagedJournal {
      return nil
    }
  }

  /// Whether its options decide the same result.
  func hasOptions(of run: ToolRun) throws -> Bool {
    try options == Self.options(of: run)
  }

  /// Whether it was a run of the same tool on the same files, in whatever order.
  func isOf(_ run: ToolRun, _ outputs: [String]) -> Bool {
    tool == run.diagnostics.tool && Set(paths: self.outputs) == Set(paths: outputs)
  }

  private static func reader(_ path: String) throws -> JournalReader? {
    guard try FileStatus(path: path)?.kind == .regular else { return nil }
    do {
      return try JournalReader(InputFile(path: path))
    } catch is DamagedJournal {
      return nil
    }
  }

  /// The options of a run that decide what it makes, but for those that each run may have of its own.
  static func options(of run: ToolRun) throws -> [String] {
    let own: Set = ["--output", "--journal", "--rejects", "--force", "--now"]
    let given = run.arguments.given
    return try given.filter { $0.role == .result && !own.contains($0.spelling) }
      .map { try $0.withAbsolutePath().argument }.sorted()
  }

  // MARK: How far it came

  /// The files in the order in which their results got their names.
  private var published: [JournalFile] {
    files.filter { $0.result != .nothing } + files.filter { $0.result == .nothing }
  }

  /// Whether the first and the last file to be published are as they were read; where neither is, the run
  /// ended.
  private var ends: (isFirstBefore: Bool, isLastBefore: Bool) {
    get throws {
      guard let first = published.first, let last = published.last else { return (false, false) }
      return (try Self.isBefore(first), try Self.isBefore(last))
    }
  }

  /// Whether some files are as they were read, and others are not.
  var seemsInterrupted: Bool {
    get throws {
      let ends = try ends
      if ends.isFirstBefore != ends.isLastBefore { return true }
      return try ends.isFirstBefore && !isNotBegun
    }
  }

  /// Whether it was stopped half-way and some of its files are still as it left them, others as it read
  /// them; files that were changed since do not count.
  var isHalfDone: Bool {
    get throws {
      guard try seemsInterrupted else { return false }
      var (isAnyLeft, isAnyBefore) = (false, false)
      for finding in try UndoFinding.each(files, journalPath) {
        switch finding {
        case .success(.asLeft): isAnyLeft = true
        case .success(.asBefore): isAnyBefore = true
        case .success(.absent), .success(.changed), .failure: break
        }
      }
      return isAnyLeft && isAnyBefore
    }
  }

  /// What has become of each file, if the run was interrupted: some are as it left them, and others are
  /// as it read them.
  ///
  /// - Throws: `UnsuitableInput` where one is neither.
  func interruption() throws -> Interruption? {
    let ends = try ends
    guard ends.isFirstBefore || ends.isLastBefore else { return nil }
    let findings: [UndoFinding]
    do {
      findings = try UndoFinding.each(files, journalPath).map { try $0.get() }
    } catch is UnsuitableInput where ends.isFirstBefore == ends.isLastBefore {
      // It was taken back, and a file was changed since.
      return nil
    }
    let interruption = Interruption(run: self, findings: findings)
    return interruption.writtenCount > 0 ? interruption : nil
  }

  /// What to do about files that an interrupted run in place has left half-way; nil where there was none.
  ///
  /// - Parameter folder: the directory that they are in.
  static func hint(for folder: String) throws -> String? {
    let folder = try absolutePath(folder)
    var path = folder
    while path != "/" {
      if let newest = try RunJournal.paths(beside: path).existing.last,
        let earlier = try EarlierRun(at: newest), try earlier.seemsInterrupted,
        earlier.files.contains(where: { $0.resultPath.startsWithBytes(of: folder + "/") })
      {
        return
          "\(earlier.tool) was interrupted here: run it again with --resume, or take back what it "
          + "wrote: \(earlier.tool) --undo \(ShellWord.quoted(path: newest))"
      }
      path = parentDirectory(of: path)
    }
    return nil
  }

  /// Whether nothing of it is there, so that its journal is of no use.
  var isNotBegun: Bool {
    get throws { try files.allSatisfy(Self.isBefore) }
  }

  private static func isBefore(_ file: JournalFile) throws -> Bool {
    guard try FileStatus(path: file.resultPath)?.kind == .regular else { return false }
    return try file.isOriginal(at: file.resultPath)
  }
}
