import Scan
package import SystemIO

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
  func summary() throws -> FinishedOutput? {
    try RunSummary.make(of: run, status: status, provenance: provenance(), facts)
  }

  /// Publishes the one result of a run that passed its guards, with what tells of the run.
  ///
  /// - Parameter locks: let go when all is published.
  package func publish(
    _ output: FinishedOutput?, rejects: FinishedOutput? = nil, under locks: RunLocks
  ) throws -> ExitStatus {
    var publication = Publication(run.diagnostics)
    if let output { publication.add(output) }
    if let summary = try summary() { publication.add(summary) }
    publication.add(rejects: rejects)
    try publication.publish(run.signalAnswers, under: locks)
    return try conclude()
  }

  /// Prints the report of a run whose outputs are published.
  func conclude() throws -> ExitStatus {
    let lines = facts.lines.map { "  " + $0 } + closing
    run.diagnostics.conclude(
      try tables() + ReportText.of(lines), wholeListIn: run.arguments[.rejects])
    if let nextStep { run.diagnostics.nextStep(nextStep) }
    return status
  }
}
