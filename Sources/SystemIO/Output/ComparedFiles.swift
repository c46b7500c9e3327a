import Scan
import Synchronization

/// The files that a run's outputs are compared with.
///
/// A class, because they are opened deep inside the run and reported outside.
package final class ComparedFiles: Sendable {
  private let all = Mutex<[ComparedFile]>([])
  private let streams = Mutex<[String]>([])

  package init() {}

  /// The files compared with a result of the run.
  package var results: [ComparedFile] { all.withLock { $0.filter(\.isResult) } }

  /// Outputs to streams, which cannot be compared, in words.
  package var uncompared: [String] { streams.withLock { $0 } }

  /// Notes an output that went to a stream.
  package func passOver(_ words: String) { streams.withLock { $0.append(words) } }

  /// Compares a whole result with an existing file.
  package func compare(_ bytes: [UInt8], with path: String) throws(SystemError) {
    let file = try ComparedFile(path: path)
    all.withLock { $0.append(file) }
    try file.write(bytes.span)
    try file.finish()
    file.confirm()
  }

  /// Checks that a file that the run removes is missing.
  package func expect(removalOf path: String) throws(SystemError) {
    let file = try ComparedFile(removed: path)
    all.withLock { $0.append(file) }
  }

  /// Reports files in a directory that the run did not write, except those whose name begins with a
  /// dot.
  ///
  /// - Parameter names: the files and directories that the run wrote there.
  package func expect(only names: Set<String>, in directory: String) throws(SystemError) {
    guard try ComparedFile.kind(of: directory, followsLinks: true) == .directory else { return }
    for name in try directoryEntries(directory)
    where !names.contains(name) && !name.hasPrefix(".") {
      let stray = ComparedFile(stray: directory + "/" + name)
      all.withLock { $0.append(stray) }
    }
  }

  /// An output that compares its bytes with an existing file.
  ///
  /// - Throws: `OutputRefusal` if the target is a stream, `SystemError`.
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
