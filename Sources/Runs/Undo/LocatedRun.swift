import Scan
import SystemIO

/// The files of a journal at their present paths: unmoved, or moved beside the journal under the
/// same name.
struct LocatedRun {
  private(set) var files: [JournalFile]
  /// The outputs as named, as absolute paths.
  private(set) var outputs: [String]
  private(set) var findings: [UndoFinding] = []
  /// The outputs found beside the journal.
  private(set) var moved: [String] = []

  /// The path beside a journal that an output may have moved to; nil if no file is there.
  static func moved(_ output: String, besides journalPath: String) throws -> String? {
    guard let name = output.dividedAtSlashes().last else { return nil }
    let path = parentDirectory(of: try absolutePath(journalPath)).appendingName(name)
    return try path != output && FileStatus(path: path) != nil ? path : nil
  }

  /// Finds the files and examines them. An output counts as moved if not all its files are in
  /// place and all are beside the journal, or none is in place and some are there.
  ///
  /// - Parameters:
  ///   - isSalvaging: whether files with neither the result nor the original are left alone.
  ///   - canSalvage: whether the tool has the option for that.
  /// - Throws: `UnsuitableInput` if there are such files and the run does not salvage.
  init(
    _ files: [JournalFile], _ outputs: [String], besides journalPath: String, isSalvaging: Bool,
    canSalvage: Bool
  ) throws {
    (self.files, self.outputs) = (files, outputs)
    var findings = try UndoFinding.each(files, journalPath, canSalvage: canSalvage)
    let owned = Self.indices(of: files, in: outputs)
    var moves: [(output: Int, path: String)] = []
    for index in outputs.indices
    where owned[index].contains(where: { !Self.isProven(findings[$0]) }) {
      if let path = try Self.moved(outputs[index], besides: journalPath) {
        moves.append((index, path))
      }
    }
    if !moves.isEmpty { try take(moves, owned, besides: journalPath, &findings) }
    if !isSalvaging, let problem = findings.lazy.compactMap(\.problem).first { throw problem }
    self.findings = UndoFinding.together(findings)
  }

  /// Moves the files of each output that proves to be beside the journal.
  private mutating func take(
    _ moves: [(output: Int, path: String)], _ owned: [[Int]], besides journalPath: String,
    _ findings: inout [UndoFinding]
  ) throws {
    var others = files
    for (output, path) in moves {
      for index in owned[output] {
        others[index] = files[index].moved(from: outputs[output], to: path)
      }
    }
    // One pass over the journal examines all of them.
    let looked = Set(moves.flatMap { owned[$0.output] })
    let found = try UndoFinding.each(others, journalPath, only: looked)
    for (output, path) in moves {
      // The run's own inputs may have become the same bytes by another run.
      if owned[output].contains(where: {
        !files[$0].isInPlace && others[$0].resultPath.hasBytes(of: files[$0].originalPath)
      }) {
        continue
      }
      // A removed file is in no place.
      let written = owned[output].filter { files[$0].result != .nothing }
      let isNowhereElse = !written.contains { Self.isProven(findings[$0]) }
      guard
        owned[output].allSatisfy({ Self.isProven(found[$0]) })
          || isNowhereElse && written.contains(where: { Self.isProven(found[$0]) })
      else { continue }
      for index in owned[output] { (findings[index], files[index]) = (found[index], others[index]) }
      outputs[output] = path
      moved.append(path)
    }
  }

  /// The files of each output: the output itself, or those below it.
  static func indices(of files: [JournalFile], in outputs: [String]) -> [[Int]] {
    let holders = Dictionary(paths: outputs.enumerated().map { ($1, $0) })
    var indices = [[Int]](repeating: [], count: outputs.count)
    for (index, file) in files.enumerated() {
      if let (_, output) = holders.nearest(to: file.resultPath) { indices[output].append(index) }
    }
    return indices
  }

  /// Whether a file holds the result or the original, or was removed by the run.
  private static func isProven(_ finding: UndoFinding) -> Bool {
    finding.isAsLeft || finding.isAsBefore
  }
}
