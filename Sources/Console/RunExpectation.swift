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
  private let comparisons = ComparedFiles()

  package init(
    _ purpose: Purpose, path: String, _ recorded: RecordedRun, inputs: [FileIdentity],
    outputs: [FileIdentity] = [], removals: [String] = []
  ) {
    self.purpose = purpose
    self.path = path
    self.recorded = recorded
    self.inputs = inputs
    self.outputs = outputs
    self.removals = removals
  }

  /// Where outputs are compared instead of being written.
  package var verifiedOutputs: ComparedFiles? { purpose == .verifying ? comparisons : nil }
}
