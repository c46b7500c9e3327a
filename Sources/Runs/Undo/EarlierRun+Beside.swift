import Formats
import Scan
import SystemIO

// Earlier runs that are told of by the journals beside a run's inputs.
extension EarlierRun {
  /// The runs whose journals lie beside the operands and inputs and beside the directories above them:
  /// the newest of each place, those of the operands first.
  static func beside(_ inputs: InputList) throws -> [EarlierRun] {
    var journals: [String] = []
    var seen: Set<PathKey> = []
    for operand in inputs.operands where operand != "-" {
      guard let newest = try RunJournal.paths(beside: operand).existing.last else { continue }
      if seen.insert(PathKey(try RunJournal.absolute(newest))).inserted { journals.append(newest) }
    }
    var folders: [PathKey: String] = [:]
    for input in inputs.files where input.canBeReadTwice {
      let parent = parentDirectory(of: input.path)
      let key = PathKey(parent)
      let folder = try folders[key] ?? absolutePath(parent)
      folders[key] = folder
      let name = input.path.dividedAtSlashes().last ?? ""
      var path = (folder == "/" ? "" : folder) + "/" + name
      while path != "/", seen.insert(PathKey(path)).inserted {
        if try FileStatus(path: path + ".journal") != nil,
          let newest = try RunJournal.paths(beside: path).existing.last,
          seen.insert(PathKey(newest)).inserted
        {
          journals.append(newest)
        }
        path = parentDirectory(of: path)
      }
    }
    return try journals.compactMap { try EarlierRun(at: $0) }
  }

  /// Whether a file of it is among the inputs.
  func touches(_ inputs: InputList) throws -> Bool {
    let identities = Set(inputs.files.map(\.status.identity))
    return try files.contains { file in
      try FileStatus(path: file.resultPath).map { identities.contains($0.identity) } ?? false
    }
  }

  /// Refuses a run over files of an earlier one that was stopped half-way, and is not what goes on with
  /// it: no one journal would take back all, and its batches would lack what is migrated already.
  ///
  /// - Throws: `UnsuitableInput`; in a dry run, that is a warning.
  func refuseIfHalfDone(_ run: ToolRun, _ inputs: InputList) throws {
    guard try touches(inputs), try isHalfDone else { return }
    let refusal = try halfDone
    guard run.arguments.isDiscarding else { throw refusal }
    run.diagnostics.warning(
      "the real run would fail: \(refusal.message)", kind: "obstacle", at: refusal.place)
  }

  /// What to say of a run that does not go on with this one.
  private var halfDone: UnsuitableInput {
    get throws {
      UnsuitableInput(
        journalPath,
        "the run of \(time) was interrupted when some of its files were written, and this is another "
          + "run over them",
        hint: "go on with it: \(try command); or restore its files first: "
          + "\(tool) --undo \(ShellWord.quoted(path: journalPath))")
    }
  }

  /// The command that goes on with it, in words where it would be too long.
  private var command: String {
    get throws {
      guard outputs.count <= 8, options.contains("--in-place") else {
        return "the same command with --resume"
      }
      // Batches name their sources as they were given, and those were likely given from here.
      let here = try absolutePath(".") + "/"
      let operands = outputs.map {
        ShellWord.quoted(
          path: $0.startsWithBytes(of: here) ? String($0.utf8.dropFirst(here.utf8.count)) ?? $0 : $0
        )
      }
      let isPlain = { (word: String) in word.utf8.allSatisfy { Self.plainBytes.contains($0) } }
      let words = operands + options.map { isPlain($0) ? $0 : ShellWord.quoted($0) }
      return "\(tool) \(words.joined(separator: " ")) --resume"
    }
  }

  private static let plainBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,".utf8)
}
