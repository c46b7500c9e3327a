import Scan
import SystemIO

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
    do throws(SystemError) {
      return try directoryEntries(directory).map { root + "/" + $0 }.filter(isJournal)
    } catch {
      return []
    }
  }

  /// Whether a file begins as a journal does; one that cannot be read is none.
  private static func isJournal(_ path: String) -> Bool {
    do {
      return try JournalReader.isJournal(at: path)
    } catch {
      return false
    }
  }

  /// Whether a file is a result of the run, or a directory holds one: at its path, or, moved since, beside
  /// the journal.
  private func makes(_ place: String) -> Bool {
    let folder = parentDirectory(of: journalPath)
    return files.contains { file in
      let results =
        [file.resultPath] + outputs.compactMap { moved(file.resultPath, from: $0, to: folder) }
      return results.contains { $0.hasBytes(of: place) || $0.startsWithBytes(of: place + "/") }
    }
  }

  /// Where a result is if its output was moved into a folder; nil where it belongs to another output.
  private func moved(_ path: String, from output: String, to folder: String) -> String? {
    guard path.hasBytes(of: output) || path.startsWithBytes(of: output + "/") else { return nil }
    let parent = parentDirectory(of: output)
    let below = parent == "/" ? path[...] : path.behindBytes(of: parent)
    return (folder == "/" ? "" : folder) + below
  }
}
