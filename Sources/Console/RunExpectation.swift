package import ByteIO

/// What a run that is done again is held against.
package struct RunExpectation: Sendable {
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
  /// How the operands were spelled that the run was given; empty where that is not known.
  package let operands: [String]
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
    self.operands = operands
    self.isRedacted = isRedacted
  }

  /// Where outputs are compared instead of being written.
  package var verifiedOutputs: ComparedFiles? { purpose == .verifying ? comparisons : nil }

  /// The path of an input as the run that was recorded spelled it, in what it wrote; one that is below
  /// no operand, nor beside one, is as it is.
  package func spelling(of path: String) -> String {
    let operands = zip(recorded.arguments.suffix(self.operands.count), self.operands)
    for (whole, given) in operands where whole == path { return given }
    // A file that describes an export stands for the directory that it is in.
    let directories =
      operands.map { ($0, $1) }
      + operands.map { (parentDirectory(of: $0), parentDirectory(of: $1)) }
    for (whole, given) in directories {
      let (whole, given) = (Self.withoutLastSlash(whole), Self.withoutLastSlash(given))
      if path.startsWithBytes(of: whole + "/") { return given + path.behindBytes(of: whole) }
    }
    return path
  }

  private static func withoutLastSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
