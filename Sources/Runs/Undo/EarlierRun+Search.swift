import Scan
import SystemIO

// Finds the journal of a file that is given in its place.
extension EarlierRun {
  /// The newest run with the file, or a file in the directory, among its results, by the journals
  /// in the same folder and the one above; nil if there is none.
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

  /// The modification time of the journal, which orders runs of the same second.
  private var written: Timestamp {
    get throws { try FileStatus(path: journalPath)?.modified ?? .init(seconds: 0) }
  }

  /// The journals in a directory, by their first bytes; empty if the directory cannot be read.
  private static func journals(in directory: String) -> [String] {
    do throws(SystemError) {
      return try directoryEntries(directory).map { directory.appendingName($0) }.filter(isJournal)
    } catch {
      return []
    }
  }

  /// Whether a file starts like a journal; false if it cannot be read.
  static func isJournal(_ path: String) -> Bool {
    do {
      return try JournalReader.isJournal(at: path)
    } catch {
      return false
    }
  }

  /// Whether a file is a result of the run, or a directory contains one, either in its place or
  /// moved beside the journal.
  private func makes(_ place: String) -> Bool {
    let folder = parentDirectory(of: journalPath)
    return files.contains { file in
      let results =
        [file.resultPath] + outputs.compactMap { moved(file.resultPath, from: $0, to: folder) }
      return results.contains { $0.hasBytes(of: place) || $0.startsWithBytes(of: place + "/") }
    }
  }

  /// The path of a result whose output was moved into a folder; nil if it belongs to another
  /// output.
  private func moved(_ path: String, from output: String, to folder: String) -> String? {
    guard path.hasBytes(of: output) || path.startsWithBytes(of: output + "/") else { return nil }
    let parent = parentDirectory(of: output)
    let below = parent == "/" ? path[...] : path.behindBytes(of: parent)
    return (folder == "/" ? "" : folder) + below
  }
}
