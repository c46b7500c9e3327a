import Scan
package import SystemIO

/// What a run that is done again is held against.
package struct ReplayContext: Sendable {
  /// What the run is done again for.
  package enum Purpose: Sendable {
    /// To write what was planned.
    case applying
    /// To compare what it would write with what is there.
    case verifying
  }

  package let purpose: Purpose
  /// The file that says what was recorded.
  package let path: String
  package let recorded: RecordedRun
  /// What the run read.
  package let inputs: [FileIdentity]
  /// What it writes, where that is known.
  package let outputs: [FileIdentity]
  /// What it takes away, where that is known.
  package let removals: [String]
  /// How the operands were spelled that the run was given, by their paths from the root on; empty where
  /// that is not known.
  private let spellings: [PathKey: String]
  /// The same without slashes at the ends, for what lies below them.
  private let directories: [PathKey: String]
  /// The directories that the operands are in: a file that describes an export stands for its own.
  private let parents: [PathKey: String]
  /// Whether its list of rejects has pseudonyms.
  package let isRedacted: Bool
  private let comparisons = ComparedFiles()

  package init(
    _ purpose: Purpose, path: String, _ recorded: RecordedRun, inputs: [FileIdentity],
    outputs: [FileIdentity] = [], removals: [String] = [], operands: [String] = [],
    isRedacted: Bool = false
  ) {
    self.purpose = purpose
    self.path = path
    self.recorded = recorded
    self.inputs = inputs
    self.outputs = outputs
    self.removals = removals
    let pairs = Array(zip(recorded.arguments.suffix(operands.count), operands))
    spellings = Dictionary(paths: pairs)
    directories = Dictionary(
      paths: pairs.map { (Self.withoutLastSlash($0), Self.withoutLastSlash($1)) })
    parents = Dictionary(paths: pairs.map { (parentDirectory(of: $0), parentDirectory(of: $1)) })
    self.isRedacted = isRedacted
  }

  /// Where outputs are compared instead of being written.
  package var verifiedOutputs: ComparedFiles? { purpose == .verifying ? comparisons : nil }

  /// The path of an input as the run that was recorded spelled it, in what it wrote; one that is below
  /// no operand, nor beside one, is as it is.
  package func spelling(of path: String) -> String {
    if let given = spellings[path] { return given }
    return Self.spelling(of: path, in: directories) ?? Self.spelling(of: path, in: parents) ?? path
  }

  private static func spelling(of path: String, in directories: [PathKey: String]) -> String? {
    var whole = parentDirectory(of: path)
    while whole != "/", whole != "." {
      if let given = directories[whole] { return given + path.behindBytes(of: whole) }
      whole = parentDirectory(of: whole)
    }
    return nil
  }

  private static func withoutLastSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
