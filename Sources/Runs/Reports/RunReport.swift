import Scan
package import SystemIO

/// The report of a finished run: its facts, and the text around their lines.
package protocol RunReport {
  var run: ToolRun { get }
  /// The exit status.
  var status: ExitStatus { get }
  var facts: [Fact] { get }
  /// The tables above the facts.
  func tables() throws -> String
  /// The lines below the facts: the files written, and the verdict.
  var closing: [String] { get }
  /// The next step.
  var nextStep: String? { get }
  /// The files read; nil if the outputs cannot be verified.
  var record: InputRecord? { get }
  /// The values, by option name, that something else decided, such as the clock.
  var decided: [String: String] { get }
  /// The parts of the page that only this tool has.
  func page() throws -> RunPage
}

extension RunReport {
  package func tables() throws -> String { "" }
  package var nextStep: String? { run.arguments[.dryRun] ? run.stepAfterDryRun() : nil }
  package var record: InputRecord? { nil }
  package var decided: [String: String] { [:] }

  package func page() throws -> RunPage { RunPage(RunPage.headline("the run is done", of: run)) }

  /// Makes the facts of the run, and of them the summary and the page, as far as they are named.
  func reportFiles() throws -> [FinishedOutput] {
    run.facts.figures = facts
    let inputs = run.arguments.isDiscarding ? nil : record?.identities
    return [
      try RunSummary.make(
        of: run, status: status, run.facts.figures, madeOf: inputs, with: decided),
      try RunPage.make(of: self),
    ].compactMap { $0 }
  }

  /// Publishes the only result of a run that passed its guards, with its reports.
  ///
  /// - Parameters:
  ///   - others: further results, published before it.
  ///   - outputs: the paths of the run, locked until everything is published.
  package func publish(
    _ output: FinishedOutput?, after others: [FinishedOutput] = [],
    rejects: FinishedOutput? = nil, under outputs: OutputSet
  ) throws -> ExitStatus {
    var outputs = outputs
    for other in others { try outputs.publication.add(other) }
    if let output { try outputs.publication.add(output) }
    outputs.publication.reports += try reportFiles()
    outputs.publication.rejects = rejects
    try outputs.publish()
    return try conclude()
  }

  /// Prints the report, after `reportFiles` and the publication.
  func conclude() throws -> ExitStatus {
    let report =
      try tables() + ReportText.of(run.facts.figures.lines, indentation: "  ")
      + ReportText.of(closing)
    run.diagnostics.conclude(report, wholeListIn: run.arguments[.rejects])
    if let nextStep { run.diagnostics.nextStep(nextStep) }
    return status
  }
}
