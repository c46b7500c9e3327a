import Scan
import SystemIO

// Makes the page of a finished or failed run, with the sections that all tools have.
extension RunPage {
  /// Makes the page, if one is named, to be published with the outputs; an older page is replaced.
  ///
  /// - Throws: `OutputRefusal` if the path holds another file by now; `SystemError`; `UsageError` if
  ///   `SOURCE_DATE_EPOCH` is not a time.
  static func make(of report: some RunReport) throws -> FinishedOutput? {
    let run = report.run
    guard let file = ReportFile(.page, run.arguments[.report]) else { return nil }
    var page = try report.page()
    let first =
      report.status == .doneWithRejects
      ? Step(
        "Look at the rejects, below: the rejected records stay as they are, and count in no ranking."
      )
      : nil
    let steps = [first, nextStep(report)].compactMap { $0 } + page.steps
    if let section = next(steps) { page.sections.insert(section, at: 0) }
    return try page.write(
      to: file, of: run, report.status,
      [
        warnings(of: run), guards(of: run), figures(run.facts.figures),
        files(page.files ?? report.closing), provenance(of: run, report.record?.identities ?? []),
      ].compactMap { $0 })
  }

  /// Makes the page of a run that failed, if one is named.
  ///
  /// - Parameter words: what went wrong.
  static func make(
    ofFailure words: String, hint: String?, _ status: ExitStatus, of run: ToolRun
  ) throws -> FinishedOutput? {
    guard let file = ReportFile(.page, run.arguments[.report]) else { return nil }
    let headline =
      status == .guardTripped ? "A guard stopped the run" : "The run failed: \(status.meaning)"
    let reason = Section("What went wrong") { part in
      part.element(.div, [.style(.failed)]) { $0.longData(words) }
    }
    return try RunPage(headline, sections: [reason]).write(
      to: file, of: run, status,
      [
        guards(of: run), next(hint.map { [Step($0)] } ?? []), warnings(of: run),
        figures(run.facts.figures), provenance(of: run, []),
      ].compactMap { $0 })
  }

  private func write(
    to file: ReportFile, of run: ToolRun, _ status: ExitStatus, _ more: [Section]
  ) throws -> FinishedOutput {
    var time = try run.now
    time.nanoseconds = 0
    return try file.finish(html(of: run, status, at: time, more), of: run)
  }

  /// The headline of a run: that it wrote nothing, if so, and what it did.
  ///
  /// - Parameter words: what it did, without a full stop.
  package static func headline(_ words: String, of run: ToolRun) -> String {
    if run.arguments[.dryRun] { return "Dry run, nothing written: " + words }
    if run.arguments[.check] { return "Check, nothing written: " + words }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  // MARK: Sections

  private static func warnings(of run: ToolRun) -> Section? {
    let (groups, style) = (run.diagnostics.groups, run.diagnostics.style)
    if groups.isEmpty { return nil }
    return Section("Rejects and warnings") { part in
      part.table(
        "By kind, with the first places of each",
        [("kind", false), ("number", true), ("first", false)], of: groups
      ) { row, each in
        row.element(.th, [.isRow], words: each.kind ?? each.severity.rawValue)
        row.element(.td, [.style(.number)], words: Amount.count(each.count))
        row.element(.td) { cell in
          for example in each.examples {
            cell.element(.div) { $0.longData(style.sentence(of: example)) }
          }
          let left = each.count - each.examples.count
          if left > 0 {
            cell.element(.div, [.style(.soft)], words: "and \(Amount.count(left)) more")
          }
        }
      }
    }
  }

  private static func guards(of run: ToolRun) -> Section? {
    let readings = run.facts.guards
    if readings.isEmpty { return nil }
    return Section("Guards, and how near they were") { part in
      part.table(
        "A guard that is exceeded stops the run, and nothing is published",
        [("guard", false), ("measured", false), ("limit", false), ("of the limit", false)],
        of: readings
      ) { row, each in
        row.element(.th, [.isRow]) { $0.element(.code, [.style(.short)], words: each.option) }
        row.element(.td) { $0.data(each.measured) }
        row.element(.td) { $0.data(each.limit) }
        row.element(.td, [.style(.scale)]) { cell in
          cell.element(.span, each.isExceeded ? [.style(.failed)] : [], words: each.distance)
          if let permille = each.permille {
            cell.bar(permille, of: 1000, each.isExceeded ? .bad : .same)
          }
        }
      }
    }
  }

  private static func nextStep(_ report: some RunReport) -> Step? {
    guard let step = report.nextStep else { return nil }
    guard let colon = step.firstRange(of: ": ") else { return Step(step) }
    let rest = String(step[colon.upperBound...])
    guard rest.hasPrefix(report.run.tool.name + " ") || rest.hasPrefix("read-export ") else {
      return Step(step)
    }
    return Step(String(step[..<colon.upperBound]), rest)
  }

  private static func next(_ steps: [Step]) -> Section? {
    steps.isEmpty ? nil : Section("What to do next") { $0.steps(steps) }
  }

  /// The counts of the summary, without the lists.
  private static func figures(_ facts: [Fact]) -> Section? {
    let rows = facts.counts.map { count in
      [
        count.name.replacing("_", with: " ") + (count.value.map { " " + $0 } ?? ""),
        Amount.count(count.count),
      ]
    }
    let balances = facts.compactMap(\.balance)
    if rows.isEmpty { return nil }
    return Section("Figures") { part in
      for balance in balances { part.element(.p) { $0.data(balance) } }
      part.table("The counts of the summary", [.data("count"), .count("value")], rows)
    }
  }

  private static func files(_ lines: [String]) -> Section? {
    let lines = lines.filter { !$0.isEmpty }
    return lines.isEmpty ? nil : Section("Files") { $0.lines(lines) }
  }

  private static func provenance(of run: ToolRun, _ inputs: [FileIdentity]) -> Section {
    let rows = inputs.prefix(rowLimit).map {
      [pathFromHere($0.path), Amount.count($0.byteCount), "\($0.checksum)"]
    }
    let command = run.command()
    return Section("Where it comes from") { part in
      part.element(.p, words: "\(run.tool.name) \(Version.text) was called as:")
      part.command(command)
      if !rows.isEmpty {
        part.table("The files read", [.code("file"), .count("bytes"), .code("checksum")], rows)
        part.more(than: inputs.count, of: "file")
      }
    }
  }
}

extension RunPage.Section {
  /// A list of texts of the data.
  package static func list(_ title: String, _ texts: [String]) -> Self {
    Self(title) { $0.list(texts) }
  }

  /// The files of a directory of batches.
  package static func batches(_ batches: BatchDirectory) -> Self {
    let (files, directory) = (batches.files, batches.path)
    // Each write has one that undoes it.
    let writeCount = files.reduce(0) { $0 + $1.writeCount } / 2
    return Self("Batches: \(Amount.count(writeCount, of: "write"))") { part in
      part.table(
        "The files in '\(directory)'; each batch has one under 'undo' that undoes it",
        [.code("file"), .count("writes"), .count("bytes"), .code("SHA-256")],
        files.prefix(RunPage.rowLimit).map {
          [$0.name, Amount.count($0.writeCount), Amount.count($0.byteCount), "\($0.digest)"]
        })
      part.more(than: files.count, of: "file")
    }
  }
}

extension GuardReading {
  /// How near the limit was, in words.
  fileprivate var distance: String {
    if isExceeded { return "exceeded" }
    guard let permille else { return "kept" }
    return "\(permille / 10).\(permille % 10)%"
  }
}
