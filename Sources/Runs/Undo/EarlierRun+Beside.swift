import Formats
import Scan
import SystemIO

// Finds earlier runs by the journals beside a run's inputs.
extension EarlierRun {
  /// The runs with journals beside the operands, the inputs and the directories above them: the
  /// newest of each place, those beside operands first.
  static func beside(_ inputs: InputList) throws -> [EarlierRun] {
    var journals: [String] = []
    var seen: Set<PathKey> = []
    for operand in inputs.operands where operand != "-" {
      guard let newest = try RunJournal.newest(beside: operand) else { continue }
      if seen.insert(PathKey(try RunJournal.absolute(newest))).inserted { journals.append(newest) }
    }
    var folders: [PathKey: String] = [:]
    for input in inputs.files where input.canBeReadTwice {
      let parent = parentDirectory(of: input.path)
      let key = PathKey(parent)
      let folder = try folders[key] ?? absolutePath(parent)
      folders[key] = folder
      let name = input.path.dividedAtSlashes().last ?? ""
      var path = folder.appendingName(name)
      while path != "/", seen.insert(PathKey(path)).inserted {
        let first = try RunJournal.unlessNameIsTooLong {
          try FileStatus(path: path + ".journal")
        }
        if first != nil, let newest = try RunJournal.newest(beside: path),
          seen.insert(PathKey(newest)).inserted
        {
          journals.append(newest)
        }
        path = parentDirectory(of: path)
      }
    }
    return try journals.compactMap { try EarlierRun(at: $0) }
  }

  /// Whether one of its results is an input.
  func touches(_ inputs: InputList) throws -> Bool {
    let identities = Set(inputs.files.map(\.status.identity))
    return try files.contains { file in
      try FileStatus(path: file.resultPath).map { identities.contains($0.identity) } ?? false
    }
  }

  /// Refuses a run over files of an earlier run that stopped halfway, unless it resumes that run:
  /// no single journal could undo both, and its batches would lack the changes already made.
  ///
  /// - Throws: `UnsuitableInput`; a dry run warns instead.
  func refuseIfHalfDone(_ run: ToolRun, _ inputs: InputList) throws {
    guard try touches(inputs), try isHalfDone else { return }
    let refusal = try halfDone
    guard run.arguments.isDiscarding else { throw refusal }
    run.diagnostics.warn(ofObstacle: refusal.message, at: refusal.place)
  }

  /// The error for another run over its files.
  private var halfDone: UnsuitableInput {
    get throws {
      UnsuitableInput(
        journalPath,
        "the run of \(time) was interrupted when some of its files were written, and this is another "
          + "run over them",
        hint: "resume it: \(try command); or restore its files first: "
          + "\(tool) --undo \(ShellWord.quoted(path: journalPath))")
    }
  }

  /// The command that resumes it, or a description of it if it is long.
  private var command: String {
    get throws {
      guard outputs.count <= 8, options.contains("--in-place") else {
        return "the same command with --resume"
      }
      // Batches name their sources as given, most likely relative to this directory.
      let operands = outputs.map { ShellWord.quoted(path: pathFromHere($0)) }
      let isPlain = { (word: String) in word.utf8.allSatisfy { Self.plainBytes.contains($0) } }
      let words = operands + options.map { isPlain($0) ? $0 : ShellWord.quoted($0) }
      return "\(tool) \(words.joined(separator: " ")) --resume"
    }
  }

  private static let plainBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,".utf8)
}
