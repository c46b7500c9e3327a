import Scan
package import SystemIO

/// Files that a run's only result may replace without `--force`.
package struct ReplaceableFile: Sendable {
  /// Their kind, in words.
  let words: String
  let isThere: @Sendable (OutputTarget) throws -> Bool

  /// - Parameters:
  ///   - words: the kind of file, as in “an X”.
  ///   - isThere: whether the target holds one.
  package init(_ words: String, isThere: @escaping @Sendable (OutputTarget) throws -> Bool) {
    (self.words, self.isThere) = (words, isThere)
  }
}

// The only result of a run: a file that appears whole, or a stream.
extension OutputSet {
  /// The help of `--output` for such a run.
  package static let resultHelp =
    "write the result to PATH; '-', the default, is standard output"

  /// The message for a run that stops while it writes to a stream.
  static let unfinishedStream =
    "the output so far is incomplete; nothing else was written"

  /// The width of a table in columns: the terminal's on standard output, or `COLUMNS`.
  ///
  /// A file has no limit, and does not depend on the environment; a pipe is limited by `COLUMNS`
  /// only.
  package func resultWidth() throws -> Int {
    switch result?.kind {
    case .file, nil: return Int.max
    case .stream: return run.hasGivenWidth ? run.outputWidth : Int.max
    case .standardOutput:
      let status = try FileStatus(descriptor: 1, path: StandardStream.output.name)
      if status.kind == .regular { return Int.max }
      return run.hasGivenWidth || StandardStream.output.isTerminal ? run.outputWidth : Int.max
    }
  }
}
