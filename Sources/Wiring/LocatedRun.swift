import ByteIO
import Pipeline

/// The files of a journal where they are now: where the run left them or, moved since, under the same
/// name beside the journal.
struct LocatedRun {
  private(set) var files: [JournalFile]
  /// What the run wrote, as it was named, from the root on.
  private(set) var outputs: [String]
  private(set) var findings: [UndoFinding] = []
  /// The outputs that were found beside the journal.
  private(set) var moved: [String] = []
  private let journalPath: String

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
  /// - Throws: `UnsuitableInput` where a file is neither what the run read nor what it left.
  init(_ files: [JournalFile], _ outputs: [String], besides journalPath: String) throws {
    (self.files, self.outputs, self.journalPath) = (files, outputs, journalPath)
    var results = try UndoFinding.each(files, journalPath)
    for index in outputs.indices {
      let own = files.indices.filter { Self.isIn(files[$0].resultPath, outputs[index]) }
      guard own.contains(where: { !Self.isProven(results[$0], files[$0]) }),
        let path = try Self.moved(outputs[index], besides: journalPath)
      else { continue }
      try take(own, from: outputs[index], to: path, &results)
    }
    findings = UndoFinding.together(try results.map { try $0.get() })
  }

  /// Takes files for moved, if that proves right.
  private mutating func take(
    _ own: [Int], from output: String, to path: String,
    _ results: inout [Result<UndoFinding, UnsuitableInput>]
  ) throws {
    var others = files
    for index in own {
      let file = files[index]
      let place = path + file.resultPath.behindBytes(of: output)
      if file.originalPath == file.resultPath { others[index].originalPath = place }
      others[index].resultPath = place
    }
    let found = try UndoFinding.each(others, journalPath, only: Set(own))
    guard own.allSatisfy({ Self.isProven(found[$0], others[$0]) }) else { return }
    for index in own { results[index] = found[index] }
    files = others
    outputs = outputs.map { $0 == output ? path : $0 }
    moved.append(path)
  }

  private static func isIn(_ path: String, _ output: String) -> Bool {
    path.hasBytes(of: output) || path.startsWithBytes(of: output + "/")
  }

  /// Whether a file is there, or is to be missing.
  private static func isProven(
    _ result: Result<UndoFinding, UnsuitableInput>, _ file: JournalFile
  ) -> Bool {
    switch result {
    case .success(.asLeft), .success(.asBefore): true
    case .success(.absent), .failure: false
    }
  }
}
