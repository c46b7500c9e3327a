import Scan
import Synchronization

/// The files that a run's results are compared with.
///
/// A class, because they are opened deep inside the work, and told of around it.
package final class ComparedFiles: Sendable {
  private let all = Mutex<[ComparedFile]>([])
  private let streams = Mutex<[String]>([])

  package init() {}

  /// Those that were compared with a result of the run.
  package var results: [ComparedFile] { all.withLock { $0.filter(\.isResult) } }

  /// The streams that something went to which nobody can compare any more, in words: what it was, and
  /// where it went.
  package var uncompared: [String] { streams.withLock { $0 } }

  /// Takes note of something that went to a stream, and is gone.
  package func passOver(_ words: String) { streams.withLock { $0.append(words) } }

  /// Compares a whole result with the file that is there.
  package func compare(_ bytes: [UInt8], with path: String) throws(SystemError) {
    let file = try ComparedFile(path: path)
    all.withLock { $0.append(file) }
    try file.write(bytes.span)
    try file.finish()
    file.confirm()
  }

  /// Looks whether a file that the run takes away is gone.
  package func expect(removalOf path: String) throws(SystemError) {
    let file = try ComparedFile(removed: path)
    all.withLock { $0.append(file) }
  }

  /// Looks for what lies in a directory beside the files of the run, which wrote it whole. Names that
  /// begin with a dot are passed over, as they are everywhere.
  ///
  /// - Parameter names: the files and directories that the run wrote in it.
  package func expect(only names: Set<String>, in directory: String) throws(SystemError) {
    guard try ComparedFile.kind(of: directory, followsLinks: true) == .directory else { return }
    for name in try directoryEntries(directory)
    where !names.contains(name) && !name.hasPrefix(".") {
      let stray = ComparedFile(stray: directory + "/" + name)
      all.withLock { $0.append(stray) }
    }
  }

  /// An output that compares what is written with the file that is there.
  ///
  /// - Throws: `OutputRefusal` where it was none that is written, but a stream, `SystemError`.
  package func output(inPlaceOf target: OutputTarget) throws -> ByteOutput {
    if target.isStream {
      throw OutputRefusal(
        .badData, "the run wrote its result to '\(target.path)': there is no file to compare")
    }
    let file = try ComparedFile(path: target.path)
    all.withLock { $0.append(file) }
    return ByteOutput(comparing: file)
  }
}
