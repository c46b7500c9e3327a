import Formats
import Scan
package import SystemIO

/// A file that reports on a run, and may replace an older one of its kind.
struct ReportFile: Sendable {
  /// The kinds, by the options that name the files.
  enum Kind: String, Sendable {
    case rejects = "--rejects"
    case summary = "--summary"
    case metrics = "--metrics"
    case plan = "--plan-out"
    case page = "--report"
  }

  let kind: Kind
  let path: String

  init?(_ kind: Kind, _ path: String?) {
    guard let path else { return nil }
    self.kind = kind
    self.path = path
  }

  /// All that the arguments name, whether or not the run writes them.
  static func all(namedBy arguments: Arguments) -> [ReportFile] {
    [
      ReportFile(.rejects, arguments[.rejects]), ReportFile(.summary, arguments[.summary]),
      ReportFile(.metrics, arguments[.metrics]), ReportFile(.plan, arguments[.planOut]),
      ReportFile(.page, arguments[.report]),
    ].compactMap { $0 }
  }

  /// The option that names it.
  var option: String { kind.rawValue }

  /// The path with the option.
  var named: NamedFile { NamedFile(option: option, path: path) }

  /// Throws `OutputRefusal` if the path holds an undo journal or, unless forced, anything but an
  /// older file of this kind.
  func check(isForced: Bool = false) throws {
    try Self.refuseJournal(at: path, option: option)
    if try isForced || isFree { return }
    if kind == .rejects, try OpenInput.format(of: path)?.isListOfRejects == true {
      throw OutputRefusal(
        .cannotCreate,
        "\(named) is a list of rejects that was edited after a run wrote it",
        hint: "read it as an input, name another file, or use --force to replace it")
    }
    throw OutputRefusal(
      .cannotCreate, "\(named) exists and was not written by \(option)",
      hint: "name another file, or use --force to replace it")
  }

  /// Refuses to replace an undo journal, which may be the only way to undo a run.
  static func refuseJournal(at path: String, option: String) throws {
    guard path != "-", EarlierRun.isJournal(path) else { return }
    throw OutputRefusal(
      .cannotCreate, "\(option) '\(path)' is the undo journal of an earlier run",
      hint: "name another file; remove the journal yourself if that run is never to be undone")
  }

  /// Writes and finishes the report, to be published with the outputs.
  ///
  /// - Throws: `OutputRefusal` if the path holds another file by now; `SystemError`.
  func finish(_ bytes: [UInt8], of run: ToolRun) throws -> FinishedOutput {
    // Another program may have created a file since the first check.
    try check(isForced: run.arguments.replacesReports)
    let target = try OutputTarget(path)
    var output = try ByteOutput(target)
    try output.write(bytes)
    let finished = try output.finish()
    if case .stream = target.kind { run.facts.streamed.insert(kind) }
    return finished
  }

  /// Whether writing it loses nothing: the path holds no data, a stream, or an older file of this
  /// kind without mended records.
  var isFree: Bool {
    get throws {
      guard path != "-", let status = try FileStatus(path: path), status.kind == .regular,
        status.byteCount > 0
      else { return true }
      switch kind {
      case .rejects:
        var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10, limit: 64 << 10)
        return try RejectList.isUntouched(&window)
      case .summary: return try begins(with: RunSummary.beginning)
      case .metrics: return try begins(with: RunMetrics.beginning)
      case .plan: return try begins(with: PlanFile.beginning)
      case .page: return try begins(with: RunPage.beginning)
      }
    }
  }

  private func begins(with text: String) throws -> Bool {
    var window = ByteWindow(try InputFile(path: path), byteCount: 512, limit: 512)
    return try window.begins(with: text)
  }

  /// Whether a run that failed may write it. A run can fail before the paths are compared, so the
  /// operands are compared here.
  func isFree(besides operands: [String]) throws -> Bool {
    guard try isFree, path != "-" else { return path == "-" }
    guard let status = try FileStatus(path: path) else { return true }
    if status.kind == .stream { return true }
    return try !operands.contains { operand in
      try operand != "-" && FileStatus(path: operand)?.identity == status.identity
    }
  }

  /// Whether it lies in a folder that is read. A run can fail before that is refused.
  func isInFolder(among operands: [String]) throws -> Bool {
    var folders: [FileStatus.Identity: String] = [:]
    for operand in operands where operand != "-" {
      if let status = try FileStatus(path: operand), status.kind == .directory {
        folders[status.identity] = operand
      }
    }
    return try OutputSet.folder(read: folders, around: path) != nil
  }
}

extension Arguments {
  /// Whether the run writes its report of a kind, if that is named.
  func writes(_ kind: ReportFile.Kind) -> Bool {
    switch kind {
    case .rejects: writesRejects
    case .summary, .plan, .page: true
    case .metrics: !isDiscarding
    }
  }

  /// The report's lines for the files that report on the run.
  var reportFileRows: [String] {
    var rows: [String] = []
    if let rejects = self[.rejects], self[.verify] == nil { rows.append("the rejects: \(rejects)") }
    // The metrics are written after the report, and a dry run writes its summary.
    if let metrics = self[.metrics], self[.dryRun] { rows.append("the metrics: \(metrics)") }
    if let summary = self[.summary], !self[.dryRun] { rows.append("the summary: \(summary)") }
    if let page = self[.report], !self[.dryRun] { rows.append("the page: \(page)") }
    return rows
  }

  /// The last line of a dry run, with the files that it does write: the plan, the summary and the
  /// page.
  package var dryRunVerdict: String {
    let plan = self[.planOut].map { "the plan '\($0)'" }
    let summary = self[.summary].map { $0 == "-" ? "the summary" : "the summary '\($0)'" }
    let page = self[.report].map { $0 == "-" ? "the page" : "the page '\($0)'" }
    let written = [plan, summary, page].compactMap { $0 }.joined(separator: " and ")
    return "DRY RUN: nothing written" + (written.isEmpty ? "" : " but \(written)")
  }

  /// The last lines of the report of a run with one result: the files that it wrote, or would
  /// write.
  ///
  /// - Parameters:
  ///   - others: its further results. Of many without a digest, a run that wrote them names only the
  ///     first and the last.
  ///   - note: follows the path of the result in a dry run.
  package func closing(
    _ result: FinishedOutput, _ others: [FinishedOutput] = [], ifDry note: String = ""
  ) -> [String] {
    var rows = (self[.dryRun] || !isDiscarding ? rows(of: others) : []) + reportFileRows
    if self[.dryRun] || !isDiscarding && (self[.output] != nil || result.digest != nil) {
      rows.insert(result.row + (self[.dryRun] ? note : ""), at: 0)
    }
    let files = rows.map { "  " + $0 }
    guard self[.dryRun] else { return files.isEmpty ? [] : ["written:"] + files }
    return ["would write:"] + files + [dryRunVerdict]
  }

  private func rows(of others: [FinishedOutput]) -> [String] {
    var rows = others.map(\.row)
    guard !self[.dryRun], others.first?.digest == nil, rows.count > 3 else { return rows }
    rows.replaceSubrange(1..<rows.count - 1, with: ["\(Amount.count(rows.count - 2)) more, and"])
    return rows
  }
}
