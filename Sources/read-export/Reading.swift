import ByteIO
import Console
import Formats
import Wiring

/// One run of `read-export`: every input read, its documents printed, counted or only looked at.
struct Reading {
  private let run: ToolRun
  private let locks: RunLocks
  private let guards: InputGuards
  private let inputs: InputList
  private let format: InputFormat?
  private let result: ResultFile?
  private let rejectLog: RejectLog
  private let progress: RunProgress
  private var files: [ReadReport.File] = []
  private var pages = UnfinishedPages()

  /// Checks everything that can be checked before an input is read.
  init(_ run: ToolRun) throws {
    let arguments = run.arguments
    self.run = run
    if arguments[.check] {
      let idle = [
        arguments[.output].map { _ in "--output" }, arguments[.dryRun] ? "--dry-run" : nil,
        arguments[.count] ? "--count" : nil, arguments[.plain] ? "--plain" : nil,
        arguments[.hash].map { $0 ? "--hash" : "--no-hash" },
      ].compactMap { $0 }.first
      if let idle {
        throw UsageError("'--check' prints nothing, and '\(idle)' is of no use with it")
      }
    }
    format = try OpenInput.format(arguments[.format])
    if let format, format.contents == .dumps {
      throw UsageError("'\(format.rawValue)' is a format of dumps, and read-export reads exports")
    }
    locks = try RunLocks(run)
    inputs = try InputList(arguments.operands).mended(by: arguments[.mended])
    guards = try InputGuards(arguments, inputs)
    var paths = RunPaths(inputs)
    try paths.read(arguments[.mended], option: "--mended")
    try paths.output(arguments[.output])
    try paths.writeReports(arguments)
    result =
      arguments[.check]
      ? nil
      : try ResultFile(
        arguments, inputs: inputs.identities, diagnostics: run.diagnostics)
    rejectLog = try RejectLog(arguments, diagnostics: run.diagnostics)
    progress = RunProgress(run, bytesTotal: inputs.byteCount)
  }

  /// Does the work.
  mutating func perform() throws -> ExitStatus {
    let start = run.surroundings.clock()
    run.diagnostics.passOver(in: inputs)
    let census = DocumentCensus(rejectLog, progress)
    let output: FinishedOutput?
    if run.arguments[.count] {
      try read(census)
      output = try result?.finish { try $0.write(census.lines) }
    } else if let result {
      let printer = DocumentPrinter(
        census, try result.open(for: run), isPlain: run.arguments[.plain])
      try read(printer)
      output = try printer.finish()
    } else {
      try read(DocumentChecker(census))
      output = nil
    }
    // A stream that nothing was written to can still be kept back.
    if output?.byteCount == 0 { run.facts.isResultStreamed = false }
    let report = ReadReport(
      run: run, census: census, rejectLog: rejectLog, files: files, exports: inputs.exports,
      output: output,
      bytesRead: .bytesRead(
        files.reduce(0) { $0 + $1.byteCount }, seconds: run.surroundings.clock() - start))
    run.facts.figures = report.facts.named("documents", "rejects", "other_documents")
    let rejects = try rejectLog.finish()
    try rejectLog.guarding(rejects) {
      try rejectLog.checkLimit()
      try CollectionGuard(
        run, inputs, format: format, collection: run.arguments[.collection],
        allowsEmpty: run.arguments[.allowEmpty]
      )?.check(documentCount: census.metCount, otherCount: census.otherDocumentCount)
      try guards.check(recordCount: rejectLog.recordCount)
    }
    var publication = Publication(run.diagnostics)
    if let output { publication.add(output) }
    if let summary = try report.summary() { publication.add(summary) }
    publication.add(rejects: rejects)
    try publication.publish(run.signalAnswers, under: locks)
    return try report.conclude()
  }

  private mutating func read(_ visitor: any DocumentVisitor) throws {
    var isAnyRead = false
    var audit = ExportAudit(inputs)
    var ahead = ChangelogIndex(
      inputs, format: format, isSalvaging: run.arguments[.salvage], progress: progress,
      run.diagnostics)
    for input in inputs.inputs where try read(input, visitor, &audit, &ahead) { isAnyRead = true }
    progress.finish()
    try inputs.tellOfMending(run.diagnostics)
    try finishPages()
    try audit.finish(
      salvagingInto: run.arguments[.salvage] ? rejectLog : nil, run.diagnostics)
    if !isAnyRead, inputs.exports.isEmpty {
      throw inputs.nothingRead("no export of documents is there")
    }
  }

  /// Says that pages are missing, where some are; to a check, that is no whole export.
  private func finishPages() throws {
    guard run.arguments[.check], let damage = pages.damage else {
      return pages.warn(run.diagnostics)
    }
    guard run.arguments[.salvage] else { throw damage }
    try rejectLog.reject(.damaged(damage))
  }

  /// Reads one input; false where it is no export.
  private mutating func read(
    _ input: InputList.Input, _ visitor: any DocumentVisitor, _ audit: inout ExportAudit,
    _ ahead: inout ChangelogIndex
  ) throws -> Bool {
    let source = try OpenInput(input, format: format, hashes: guards.needDigest)
    let (finding, compression) = (source.finding, source.compression)
    progress.begin(input, source.fed)
    var problem: (reason: String, hint: String?)
    switch finding {
    case .empty:
      run.diagnostics.warning(
        "the file is empty: no documents", kind: "empty file", at: Place(file: input.shownPath))
      return true
    case .format(let found, let reason) where found.contents == .documents:
      run.diagnostics.detail("\(input.shownPath) is taken for \(found.displayName): \(reason)")
      let result = try ExportReader.read(
        source.takeWindow(), as: found, collection: run.arguments[.collection]?.description,
        isSalvaging: run.arguments[.salvage], knowing: ahead.context(of: input, found),
        visitor: visitor)
      pages.finish(found, continuation: result.continuation)
      audit.enter(result.log, of: input)
      try guards.check(result.window.digest(), of: input.shownPath)
      files.append(
        ReadReport.File(
          path: input.shownPath, format: found, compression: compression,
          byteCount: result.window.byteCountRead, log: result.log))
      return true
    case .format:
      problem = (
        "it is a UserDefaults dump, and read-export reads exports of documents",
        "migrate-ratings and migrate-saved take dumps"
      )
    case .unknown(let reason, let hint): problem = (reason, hint)
    }
    guard input.isFound else {
      throw UnsuitableInput(input.shownPath, problem.reason, hint: problem.hint)
    }
    if case .beside = input.role, problem.reason != OpenInput.unlisted { return false }
    run.diagnostics.skip(input.path, problem.reason)
    return false
  }
}
