import Scan
import SystemIO

/// The files of a journal where they are now: where the run left them or, moved since, under the same
/// name beside the journal.
struct LocatedRun {
  private(set) var files: [JournalFile]
  /// What the run wrote, as it was named, from the root on.
  private(set) var outputs: [String]
  private(set) var findings: [UndoFinding] = []
  /// The outputs that were found beside the journal.
  private(set) var moved: [String] = []
  /// Files that stay as they are, since they are neither what the run read nor what it left.
  private(set) var problems: [UnsuitableInput] = []

  /// What may lie beside a journal instead of an output; nil where nothing does.
  static func moved(_ output: String, besides journalPath: String) throws -> String? {
    guard let name = output.dividedAtSlashes().last else { return nil }
    let directory = parentDirectory(of: try absolutePath(journalPath))
    let path = (directory == "/" ? "" : directory) + "/" + name
    return try path != output && FileStatus(path: path) != nil ? path : nil
  }

  /// Finds out what has become of the files. Those of an output are taken for moved where not all of
  /// them are as the run left or read them, and all beside the journal are.
  ///
  /// - Parameter isSalvaging: whether files that are neither what the run read nor what it left stay.
  /// - Throws: `UnsuitableInput` where there are such files, and they must not be.
  init(
    _ files: [JournalFile], _ outputs: [String], besides journalPath: String, isSalvaging: Bool
  ) throws {
    (self.files, self.outputs) = (files, outputs)
    var results = try UndoFinding.each(files, journalPath)
    let owned = Self.indices(of: files, in: outputs)
    var moves: [(output: Int, path: String)] = []
    for index in outputs.indices
    where owned[index].contains(where: { !Self.isProven(results[$0], files[$0]) }) {
      if let path = try Self.moved(outputs[index], besides: journalPath) {
        moves.append((index, path))
      }
    }
    if !moves.isEmpty { try take(moves, owned, besides: journalPath, &results) }
    var findings: [UndoFinding] = []
    for result in results {
      do throws(UnsuitableInput) {
        findings.append(try result.get())
      } catch {
        guard isSalvaging else { throw error }
        problems.append(error)
        findings.append(.changed)
      }
    }
    self.findings = UndoFinding.together(findings)
  }

  /// Takes the files of outputs for moved, where that proves right of all that an output has.
  private mutating func take(
    _ moves: [(output: Int, path: String)], _ owned: [[Int]], besides journalPath: String,
    _ results: inout [Result<UndoFinding, UnsuitableInput>]
  ) throws {
    var others = files
    for (output, path) in moves {
      for index in owned[output] {
        let file = files[index]
        let place = path + file.resultPath.behindBytes(of: outputs[output])
        if file.isInPlace { others[index].originalPath = place }
        others[index].resultPath = place
      }
    }
    // One pass over the journal for all of them.
    let looked = Set(moves.flatMap { owned[$0.output] })
    let found = try UndoFinding.each(others, journalPath, only: looked)
    for (output, path) in moves
    where owned[output].allSatisfy({ Self.isProven(found[$0], others[$0]) }) {
      for index in owned[output] { (results[index], files[index]) = (found[index], others[index]) }
      outputs[output] = path
      moved.append(path)
    }
  }

  /// The files of each output: the output itself, and those below it.
  private static func indices(of files: [JournalFile], in outputs: [String]) -> [[Int]] {
    let holders = OutputFolders(outputs)
    var indices = [[Int]](repeating: [], count: outputs.count)
    for (index, file) in files.enumerated() {
      if let output = holders.index(of: file.resultPath) { indices[output].append(index) }
    }
    return indices
  }

  /// Whether a file is there, or is to be missing.
  private static func isProven(
    _ result: Result<UndoFinding, UnsuitableInput>, _ file: JournalFile
  ) -> Bool {
    switch result {
    case .success(.asLeft), .success(.asBefore): true
    case .success(.absent), .success(.changed), .failure: false
    }
  }
}

/// What a run was told to write, looked up by the files that it wrote.
struct OutputFolders {
  private let numbers: [PathKey: Int]

  init(_ outputs: [String]) {
    numbers = Dictionary(paths: outputs.enumerated().map { ($1, $0) })
  }

  /// The number of the output that a file is, or lies below; nil where there is none.
  ///
  /// - Complexity: O(*n*) in the depth of the path, however many outputs there are.
  func index(of path: String) -> Int? {
    var path = path
    while path != "/", path != "." {
      if let number = numbers[path] { return number }
      path = parentDirectory(of: path)
    }
    return nil
  }
}
