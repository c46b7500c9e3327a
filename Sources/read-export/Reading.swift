import Formats
import Runs
import Scan
import SystemIO

/// One run of `read-export`: reads every input, and prints, counts or checks its documents.
struct Reading {
  private let run: ToolRun
  private let outputs: OutputSet
  private var pass: InputPass
  private let rejectLog: RejectLog

  /// Validates the options and opens the output, before any input is read.
  init(_ run: ToolRun) throws {
    let arguments = run.arguments
    self.run = run
    let ofResults = ["output", "dry-run", "count", "plain", "hash"]
    if arguments[.check], let idle = arguments.firstGiven(of: ofResults) {
      throw UsageError("'--check' prints nothing: leave out '\(idle)'")
    }
    let format = try OpenInput.format(arguments[.format], readBy: run.tool)
    var outputs = try OutputSet(locking: run)
    let inputs = try InputList(arguments.operands).mended(by: arguments[.mended])
    let guards = try InputGuards(arguments, inputs)
    outputs.read(inputs)
    try outputs.read(arguments[.mended], option: "--mended")
    if !arguments[.check] { try outputs.writeResult() }
    try outputs.writeReports()
    self.outputs = outputs
    rejectLog = try RejectLog(run)
    pass = InputPass(run, inputs, format: format, guards)
  }

  mutating func perform() throws -> ExitStatus {
    let job = ReadingJob(run.arguments)
    let census = DocumentCensus(
      job, rejectLog, pass.progress, printingTo: job.isPrinting ? try outputs.openResult() : nil)
    try read(census)
    let count = census.metCount + census.otherDocumentCount + rejectLog.rejectCount
    if pass.byteCountRead > 0, count == 0 {
      run.diagnostics.warning("no document was read")
    }
    var report = ReadReport(run: run, census: census, rejectLog: rejectLog, pass: pass)
    if case .print = job.purpose { report.output = try census.finish() }
    // An empty result wrote nothing to the stream.
    if report.output?.byteCount == 0 { run.facts.isResultStreamed = false }
    run.facts.figures = report.facts.named("documents", "rejects", "other_documents")
    let rejects = try rejectLog.finish {
      try pass.check(
        run.arguments[.collection], documentCount: census.metCount,
        otherCount: census.otherDocumentCount)
      try pass.guards.check(recordCount: rejectLog.recordCount, run.facts)
    }
    if case .count = job.purpose {
      report.output = try outputs.finishResult(census.writeCounts)
    }
    return try report.publish(report.output, rejects: rejects, under: outputs)
  }

  private mutating func read(_ census: DocumentCensus) throws {
    try pass.read(
      .init(run.arguments, of: run.arguments[.collection], to: census),
      refusal: (
        "it is a UserDefaults dump, and read-export reads exports of documents",
        "migrate-ratings and migrate-saved take dumps"
      ), absence: "no export of documents found", salvagingInto: rejectLog, isQuiet: true,
      needsAllPages: run.arguments[.check])
  }
}
