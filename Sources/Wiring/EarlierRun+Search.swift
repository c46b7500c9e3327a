import ByteIO
import Pipeline

// Which journal undoes a file, where the file is named instead of it.
extension EarlierRun {
  /// The newest journal that has a file, or what is in a directory, among its results: one beside it, or
  /// beside the directory that it is in; nil where there is none.
  static func newest(near path: String) throws -> EarlierRun? {
    let place = try RunJournal.absolute(OutputTarget.resolved(path))
    let folder = parentDirectory(of: place)
    var runs: [EarlierRun] = []
    for directory in folder == "/" ? [folder] : [folder, parentDirectory(of: folder)] {
      for journal in journals(in: directory) where journal != place {
        guard let run = try EarlierRun(at: journal), run.makes(place) else { continue }
        runs.append(run)
      }
    }
    return try runs.max { try ($0.time, $0.written) < ($1.time, $1.written) }
  }

  /// When the journal was written, which tells apart the runs of one second.
  private var written: Timestamp {
    get throws { try FileStatus(path: journalPath)?.modified ?? .init(seconds: 0) }
  }

  /// The paths of the files in a directory that begin as journals do; none where it cannot be looked at.
  private static func journals(in directory: String) -> [String] {
    let root = directory == "/" ? "" : directory
    let names = (try? directoryEntries(directory)) ?? []
    return names.map { root + "/" + $0 }.filter { path in
      guard (try? FileStatus(path: path))??.kind == .regular else { return false }
      return (try? JournalReader.isJournal(at: path)) ?? false
    }
  }

  /// Whether a file is a result of the run, or a directory holds one: at its path, or, moved since, beside
  /// the journal.
  private func makes(_ place: String) -> Bool {
    let folder = parentDirectory(of: journalPath)
    return files.contains { file in
      let results =
        [file.resultPath] + outputs.compactMap { moved(file.resultPath, from: $0, to: folder) }
      return results.contains { $0 == place || $0.hasPrefix(place + "/") }
    }
  }

  /// Where a result is if its output was moved into a folder; nil where it belongs to another output.
  private func moved(_ path: String, from output: String, to folder: String) -> String? {
    guard path == output || path.hasPrefix(output + "/") else { return nil }
    let below = path.dropFirst(
      parentDirectory(of: output) == "/" ? 0 : parentDirectory(of: output).count)
    return (folder == "/" ? "" : folder) + below
  }
}
