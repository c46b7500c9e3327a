import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// One run of `prune-processed --mark`: marks the ids of a list in one dump, each durable before
/// the next is read.
struct Marking {
  private let run: ToolRun
  private let list: String
  private let path: String
  private let outputs: OutputSet
  private let dump: InputList
  private let format: InputFormat?

  /// Validates the options and locks the dump, before it is read.
  init(_ run: ToolRun, _ list: String) throws {
    let arguments = run.arguments
    path = arguments.operands[0]
    guard arguments.operands.count == 1, path != "-",
      try FileStatus(path: path)?.kind != .directory
    else {
      throw UsageError("'--mark' needs one DUMP, a file: the ids are those of one device")
    }
    self.run = run
    self.list = list
    format = try OpenInput.format(arguments[.format])
    // A dry run may lack --in-place, which locks the dump.
    var outputs = try OutputSet(locking: run, others: [path])
    dump = try InputList(dump: path, of: nil)
    outputs.read(dump)
    try outputs.read(list, option: "--mark")
    try outputs.rewrite(dump, alternatives: ["--dry-run", "--in-place"])
    try outputs.writeReports()
    try outputs.checkReplacing(path)
    self.outputs = outputs
  }

  func perform() throws -> ExitStatus {
    var account = MarkAccount()
    let report: MarkReport
    do { report = try mark(&account) } catch { throw failure(error, account) }
    do {
      return try report.publish(nil, under: outputs)
    } catch let error as SystemError where error.isClosedOutput {
      throw error
    } catch {
      throw failure(error, account)
    }
  }

  /// The error with the number of ids that are marked nevertheless.
  private func failure(_ error: any Error, _ account: MarkAccount) -> any Error {
    let marked = run.arguments[.dryRun] ? 0 : account.markedCount
    return MarkingFailure(error, marked: marked) ?? error
  }

  private func mark(_ account: inout MarkAccount) throws -> MarkReport {
    // The store's errors do not tell that reading is not permitted.
    _ = try InputFile(path: path)
    var store = try DeviceStore(path: path)
    try checkIsDump(store.dump)
    let size = try processed(in: store.dump).size
    warn(of: dump)
    if run.arguments[.dryRun] { store.discardChanges() }
    try mark(&store, &account)
    var output: FinishedOutput?
    if account.markedCount > 0 {
      var discarded = ByteOutput(discarding: path, hashes: true)
      try discarded.write(store.dump.applying([]))
      output = try discarded.finish()
    }
    if account.listedCount == 0 {
      run.diagnostics.warning("--mark '\(list)' holds no id; nothing was marked")
    }
    run.diagnostics.warn(ofSize: size + account.size, at: Place(file: path))
    return MarkReport(
      run: run, account: account, byteCountRead: dump.byteCount ?? 0, output: output)
  }

  /// Checks that the file is the dump of one device: the store takes any object for one.
  private func checkIsDump(_ dump: DefaultsDump) throws {
    if let format, format.dumpKind != dump.kind {
      throw UnsuitableInput(path, "it is not \(format.displayName)", hint: nil)
    }
    if format == nil, !dump.looksLikeDump {
      throw UnsuitableInput(
        path, "it is not the UserDefaults dump of one device",
        hint: try OpenInput.format(of: path)?.contents == .dumps
          ? Self.severalDumpsHint : UnsuitableInput.exportHint)
    }
  }

  /// The hint for an object of dumps by device.
  private static let severalDumpsHint =
    "it holds dumps by device, and --mark takes the dump of one: get that out, as with "
    + "jq '.\"DEVICE\"' FILE > dump.json"

  private func processed(in dump: DefaultsDump) throws -> ProcessedDefaults {
    do throws(DefaultsDumpError) {
      return try ProcessedDefaults(of: dump)
    } catch {
      throw DeviceStoreError.unusable(path: path, error)
    }
  }

  /// Warns of other names of the file, which keep the old dump: each change makes a new file.
  private func warn(of dump: InputList) {
    for input in dump.files where input.status.nameCount > 1 {
      run.diagnostics.warning(
        "the file has other names (hard links), which keep the dump as it was",
        at: Place(file: input.shownPath))
    }
  }

  private func mark(_ store: inout DeviceStore, _ account: inout MarkAccount) throws {
    let isDry = run.arguments[.dryRun]
    if !isDry {
      run.signalAnswers.setStopMessage {
        "the ids printed so far are marked; \(MarkingFailure.sameCommand)"
      }
    }
    defer { run.diagnostics.warn(ofLosses: store.losses, at: path) }
    try run.readAssets(in: list, other: "not marked") { id in
      let isNew: Bool
      do throws(DeviceStoreError) {
        isNew = try store.markProcessed(id)
      } catch {
        if case .undurable = error { account.note(id, isNew: true) }
        throw error
      }
      account.note(id, isNew: isNew)
      // One `write` an id, after it is durable.
      if isNew, !isDry {
        run.diagnostics.warn(ofLineBreaksIn: [id], consequence: "it is printed on two lines")
        try StandardStream.output.write(id + "\n")
      }
    }
  }
}

/// The counts of a marking.
struct MarkAccount {
  private(set) var listedCount = 0
  private(set) var size = ProcessedSize()
  var markedCount: Int { size.idCount }

  mutating func note(_ id: String, isNew: Bool) {
    listedCount += 1
    if isNew { size.add(id) }
  }
}

/// An error that stopped a marking; the ids before it stay marked.
private struct MarkingFailure: ReportableError {
  static let sameCommand = "the same command marks the rest"

  let message: String
  let kind: FailureKind
  private(set) var place: Place?
  private(set) var remedy: String?
  private let marked: Int

  var hint: String? {
    let state =
      marked == 0
      ? "no id was marked"
      : "\(Amount.count(marked, of: "id")) \(marked == 1 ? "is" : "are") marked"
    return [state, remedy].compactMap(\.self).joined(separator: "; ")
  }

  /// Nil if the error says all there is to say.
  init?(_ error: any Error, marked: Int) {
    self.marked = marked
    switch error {
    case let error as DeviceStoreError:
      switch error {
      case .unusable(let path, let error):
        (message, kind) = (error.reason, .badData)
        place = Place(file: path, byte: error.byteOffset)
        if marked == 0 { remedy = "the file must be one dump, and not compressed" }
      case .unreadable: (message, kind) = ("\(error)", .inputOutput)
      case .unwritable:
        (message, kind) = ("\(error)", .inputOutput)
        if marked > 0 { remedy = "when the dump can be written again, \(Self.sameCommand)" }
      case .undurable:
        (message, kind) = ("\(error)", .inputOutput)
        remedy =
          "the last one was not printed, and a power failure may undo it; \(Self.sameCommand)"
      case .changed: (message, kind, remedy) = ("\(error)", .inputOutput, Self.sameCommand)
      }
    case let error as SystemError where error.isClosedOutput:
      (message, kind, remedy) = ("standard output was closed", .inputOutput, Self.sameCommand)
    case let error as any ReportableError where marked > 0:
      (message, kind, place, remedy) = (error.message, error.kind, error.place, error.hint)
    default: return nil
    }
  }
}

/// The report of a finished marking.
private struct MarkReport: RunReport {
  let run: ToolRun
  let account: MarkAccount
  let byteCountRead: Int
  /// The dump that the run leaves; nil if that is as it was.
  let output: FinishedOutput?

  var status: ExitStatus { .done }

  var closing: [String] {
    guard run.arguments[.dryRun] else { return [] }
    return output.map { run.arguments.closing($0) } ?? [run.arguments.dryRunVerdict]
  }

  var facts: [Fact] {
    let (listed, marked) = (account.listedCount, account.markedCount)
    let words = run.arguments[.dryRun] ? "to mark" : "marked"
    return [
      Fact(
        "marking",
        [Fact("listed", listed), Fact("marked", marked), Fact("unchanged", listed - marked)],
        line: "ids: \(Amount.count(listed)) listed = \(Amount.count(marked)) \(words) + "
          + "\(Amount.count(listed - marked)) processed already"),
      Fact("bytes_read", byteCountRead),
    ] + [output].compactMap(\.self).map { .outputs([$0]) }
  }
}
