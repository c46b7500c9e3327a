import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// One run of `edit-saved --list`: reads the dump and prints the saved jokes.
struct Listing {
  private let run: ToolRun
  private let outputs: OutputSet
  private let dump: InputList
  private let format: InputFormat?
  private let progress: RunProgress
  private var record: InputRecord

  /// Validates the options and opens the output, before the dump is read.
  init(_ run: ToolRun) throws {
    self.run = run
    format = try OpenInput.format(run.arguments[.format])
    var outputs = try OutputSet(locking: run)
    dump = try InputList(dump: run.arguments.operands[0], of: run.arguments[.device])
    outputs.read(dump)
    try outputs.writeResult()
    try outputs.writeReports()
    self.outputs = outputs
    progress = RunProgress(run, bytesTotal: dump.byteCount)
    record = InputRecord(run, hashes: false)
  }

  mutating func perform() throws -> ExitStatus {
    let device = SingleDump(
      progress, because: "the list is that of one device",
      device: DeviceChoice(run.arguments[.device])
    ) { dump, _ in
      (try SavedJokes(of: dump), nil)
    }
    let saved = try device.find(
      in: dump, format, documentsHint: UnsuitableInput.exportHint, run.diagnostics)
    progress.finish()
    for input in dump.inputs { try record.enter(reading: input.path) }
    try record.checkIsWhole()
    let listing = SavedListing(saved)
    if run.arguments[.shape] == .ids {
      run.diagnostics.warn(
        ofLineBreaksIn: listing.jokes.map { run.diagnostics.style.redactor.redact($0.text) },
        consequence: "--as json keeps it whole")
    }
    let output = try outputs.finishResult { output in
      try output.write(listing.bytes(as: run.arguments[.shape], width: try outputs.resultWidth()))
    }
    return try ListingReport(
      run: run, record: record, listing: listing, output: output, byteCountRead: progress.byteCount
    ).publish(output, under: outputs)
  }
}

/// The report of a finished list: facts, closing lines and exit status.
private struct ListingReport: RunReport {
  let run: ToolRun
  let record: InputRecord?
  let listing: SavedListing
  let output: FinishedOutput
  let byteCountRead: Int

  var status: ExitStatus { .done }
  var closing: [String] { run.arguments.closing(output) }
  var nextStep: String? { nil }

  var facts: [Fact] {
    [
      Fact(
        "saved", listing.jokes.count,
        line: "saved: \(Amount.count(listing.jokes.count, of: "joke")), "
          + "\(Amount.count(listing.timelessCount)) of them without a time"),
      Fact("without_time", listing.timelessCount), Fact("bytes_read", byteCountRead),
      .outputs([output]),
    ]
  }
}
