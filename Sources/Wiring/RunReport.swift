package import ByteIO
package import Console

/// What is told of a finished run: its facts, and what the report has around their lines.
package protocol RunReport {
  var run: ToolRun { get }
  /// How the run ends.
  var status: ExitStatus { get }
  var facts: [Fact] { get }
  /// The tables above the lines of the facts.
  func tables() throws -> String
  /// The lines below those of the facts: what was written, and the verdict.
  var closing: [String] { get }
  /// What to do next.
  var nextStep: String? { get }
  /// Where the outputs come from; nil where they cannot be verified.
  func provenance() throws -> RunProvenance?
}

extension RunReport {
  package func tables() throws -> String { "" }
  package var nextStep: String? { run.arguments[.dryRun] ? run.stepAfterDryRun() : nil }
  package func provenance() throws -> RunProvenance? { nil }

  /// The summary, where one was asked for.
  package func summary() throws -> FinishedOutput? {
    try RunSummary.make(of: run, status: status, provenance: provenance(), facts)
  }

  /// Prints the report of a run whose outputs are published.
  package func conclude() throws -> ExitStatus {
    let lines = facts.lines.map { "  " + $0 } + closing
    run.diagnostics.conclude(
      try tables() + ReportText.of(lines), wholeListIn: run.arguments[.rejects])
    if let nextStep { run.diagnostics.nextStep(nextStep) }
    return status
  }
}
