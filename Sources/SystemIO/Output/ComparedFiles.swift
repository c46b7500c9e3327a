import Scan
import Synchronization

/// The files that a run's outputs are compared with, in the order in which they were opened.
///
/// A class, because they are opened deep inside the run and reported outside.
package final class ComparedFiles: Sendable {
  /// A file compared with a result of the run, or with a removal.
  package typealias Result = (path: String, finding: FileComparison.Finding)

  /// The entry of an output, which counts once that is published.
  package struct Entry: Sendable {
    fileprivate let files: ComparedFiles
    fileprivate let index: Int

    func confirm(_ path: String, _ finding: FileComparison.Finding) {
      files.all.withLock { $0[index] = (path, finding) }
    }
  }

  /// The results; nil for one that is not published.
  private let all = Mutex<[Result?]>([])
  private let streams = Mutex<[String]>([])

  package init() {}

  /// The files compared with a result of the run.
  package var results: [Result] { all.withLock { $0.compactMap { $0 } } }

  /// Outputs to streams, which cannot be compared, in words.
  package var uncompared: [String] { streams.withLock { $0 } }

  /// Notes an output that went to a stream.
  package func passOver(_ words: String) { streams.withLock { $0.append(words) } }

  /// Compares a whole result with an existing file.
  package func compare(_ bytes: [UInt8], with path: String) throws(SystemError) {
    var comparison = try FileComparison(with: path)
    try comparison.compare(bytes.span)
    try comparison.end()
    add(path, comparison.finding)
  }

  /// Checks that a file that the run removes is missing; a symbolic link counts as existing.
  package func expect(removalOf path: String) throws(SystemError) {
    add(path, try FileStatus(path: path, followsLinks: false) == nil ? .gone : .present)
  }

  /// Reports files in a directory that the run did not write, except those whose name begins with a
  /// dot.
  ///
  /// - Parameter names: the files and directories that the run wrote there.
  package func expect(only names: Set<String>, in directory: String) throws(SystemError) {
    guard try FileStatus(path: directory)?.kind == .directory else { return }
    for name in try directoryEntries(directory)
    where !names.contains(name) && !name.hasPrefix(".") {
      add(directory + "/" + name, .stray)
    }
  }

  private func add(_ path: String, _ finding: FileComparison.Finding) {
    all.withLock { $0.append((path, finding)) }
  }

  /// An output that compares its bytes with an existing file.
  ///
  /// - Throws: `OutputRefusal` if the target is a stream, `SystemError`.
  package func output(inPlaceOf target: OutputTarget) throws -> ByteOutput {
    if target.isStream {
      throw OutputRefusal(
        .badData, "the run wrote its result to '\(target.path)': there is no file to compare")
    }
    let index = all.withLock { all in
      all.append(nil)
      return all.count - 1
    }
    return try ByteOutput(comparing: target, Entry(files: self, index: index))
  }
}
