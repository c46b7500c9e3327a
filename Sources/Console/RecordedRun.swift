package import ByteIO

/// A run as it is written down, to be done again from any directory.
package struct RecordedRun: Sendable, Equatable {
  /// The tool's name.
  package var tool: String
  package var version: String
  /// The command line: what has a say in the result, every path absolute.
  package var arguments: [String]

  package init(tool: String, version: String, arguments: [String]) {
    self.tool = tool
    self.version = version
    self.arguments = arguments
  }

  /// A path from the root on, as it was given but for that; `-` is no path.
  ///
  /// - Throws: `SystemError` where there is no telling which directory this is.
  package static func absolute(_ path: String) throws(SystemError) -> String {
    if path == "-" || path.hasPrefix("/") { return path }
    return try absolutePath(".") + "/" + path
  }
}

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
  /// Where results are compared.
  package let comparisons = ComparedFiles()

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
}

extension RunExpectation {
  /// Where outputs are compared instead of being written.
  package var verifiedOutputs: ComparedFiles? { purpose == .verifying ? comparisons : nil }
}
