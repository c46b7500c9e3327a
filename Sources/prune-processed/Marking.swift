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
  private let outputs: OutputSet
  private let dump: InputList
  private let format: InputFormat?
  private let progress: RunProgress

  /// Validates the options and locks the dump, before it is read.
  init(_ run: ToolRun, _ list: String) throws {
    let arguments = run.arguments
    let path = arguments.operands[0]
    guard arguments.operands.count == 1, try FileStatus(path: path)?.kind != .directory else {
      throw UsageError("'--mark' needs one DUMP, a file: the ids are those of one device")
    }
    self.run = run
    self.list = list
    format = try OpenInput.format(arguments[.format])
    var outputs = try OutputSet(locking: run)
    dump = try InputList(dump: path, of: nil)
    outputs.read(dump)
    try outputs.read(list, option: "--mark")
    try outputs.rewrite(dump, alternatives: ["--dry-run", "--in-place"])
    try outputs.writeReports()
    self.outputs = outputs
    progress = RunProgress(run, bytesTotal: dump.byteCount)
  }

  func perform() throws -> ExitStatus {
    // Checks that it is a device's dump: the store would make one of any object.
    let found = SingleDump(
      progress, because: "the ids are those of one device", hint: nil
    ) { dump, _ in
      (try ProcessedDefaults(of: dump), nil)
    }
    var state = try found.find(
      in: dump, format, documentsHint: UnsuitableInput.exportHint, run.diagnostics)
    progress.finish()
    // The store's own reading comes before a dry run's promise, too.
    var store = try opened()
    warn(of: dump)
    var account = MarkAccount()
    if run.arguments[.dryRun] {
      try IdentifierList.read(path: list) { account.note($0, isNew: state.assets.mark($0)) }
    } else {
      try mark(&store, &account)
    }
    if account.listedCount == 0 {
      run.diagnostics.warning("--mark '\(list)' holds no id; nothing was marked")
    }
    let report = MarkReport(run: run, account: account, byteCountRead: progress.byteCount)
    run.facts.figures = report.facts
    run.diagnostics.warn(
      ofSize: state.size + account.size, at: Place(file: run.arguments.operands[0]))
    return try report.publish(nil, under: outputs)
  }

  private func opened() throws -> DeviceStore {
    do throws(DeviceStoreError) {
      return try DeviceStore(path: run.arguments.operands[0])
    } catch {
      throw MarkingFailure(error)
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
    run.signalAnswers.setStopMessage {
      "the ids printed so far are marked; the same command marks the rest"
    }
    do {
      try IdentifierList.read(path: list) { id in
        let isNew = try store.markProcessed(id)
        account.note(id, isNew: isNew)
        // One `write` an id, after it is durable.
        if isNew {
          run.diagnostics.warn(
            ofLineBreaksIn: [id], consequence: "it is printed on two lines")
          try StandardStream.output.write(id + "\n")
        }
      }
    } catch let error as DeviceStoreError {
      throw MarkingFailure(error, marked: account.markedCount)
    } catch let error as SystemError where error.isClosedOutput {
      throw MarkingFailure(
        message: "standard output was closed", kind: .inputOutput, marked: account.markedCount)
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

/// A marking that stopped; what was printed is marked.
private struct MarkingFailure: ReportableError {
  let message: String
  let kind: FailureKind
  /// The number of ids that are marked.
  var marked = 0

  var hint: String? {
    guard marked > 0 else { return "no id was marked" }
    let rest = kind == .badData ? "" : "; the same command marks the rest"
    return "\(Amount.count(marked, of: "id")) \(marked == 1 ? "is" : "are") marked" + rest
  }
}

extension MarkingFailure {
  init(_ error: DeviceStoreError, marked: Int = 0) {
    self.init(message: "\(error)", kind: Self.kind(of: error), marked: marked)
  }

  private static func kind(of error: DeviceStoreError) -> FailureKind {
    switch error {
    case .unusable: .badData
    case .unreadable, .unwritable, .changed: .inputOutput
    }
  }
}

/// The report of a finished marking.
private struct MarkReport: RunReport {
  let run: ToolRun
  let account: MarkAccount
  let byteCountRead: Int

  var status: ExitStatus { .done }
  var closing: [String] { [] }
  var nextStep: String? { nil }

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
    ]
  }
}
