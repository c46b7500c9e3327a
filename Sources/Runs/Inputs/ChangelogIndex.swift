package import Formats
import Scan
import SystemIO

/// The context for reading each input. For changelogs that includes which of their rows still hold,
/// which only a first reading of all changelogs can tell.
///
/// That first reading happens when the first changelog is met; inputs before it need none.
package struct ChangelogIndex {
  private let run: ToolRun
  private let inputs: InputList
  private let format: InputFormat?
  private let progress: RunProgress?
  private var latest: LatestRows?

  /// - Parameters:
  ///   - format: the format that `--format` names.
  ///   - progress: shows the first reading.
  package init(
    _ run: ToolRun, _ inputs: InputList, format: InputFormat?, progress: RunProgress?
  ) {
    (self.run, self.inputs) = (run, inputs)
    (self.format, self.progress) = (format, progress)
  }

  /// The context for reading an input of this format.
  ///
  /// - Throws: `UnsuitableInput` if it is a changelog that cannot be read twice, `DamagedInput`,
  ///   `SystemError`.
  package mutating func context(
    of input: InputList.Input, _ found: InputFormat
  ) throws -> InputContext {
    guard found.isHistory else { return InputContext(documentPath: input.documentPath) }
    guard input.canBeReadTwice else {
      throw UnsuitableInput(
        input.shownPath,
        "a BigQuery changelog is read twice, which a stream cannot be",
        hint: "save it to a file, and name that")
    }
    let rows = try latest ?? look(from: input.number)
    latest = rows
    return InputContext(latestRows: (rows, input.number))
  }

  private func look(from first: Int) throws -> LatestRows {
    var rows = LatestRows()
    for input in inputs.inputs where input.number >= first && input.canBeReadTwice {
      let source = try OpenInput(input, format: format)
      guard case .format(let found, _) = source.finding, found.isHistory else { continue }
      progress?.beginLookAhead(at: input, source.fed)
      defer { progress?.endLookAhead(at: input) }
      let cutFileCount = rows.cutFileCount
      try rows.look(
        through: source.takeWindow(), as: found, file: input.number,
        isSalvaging: run.arguments[.salvage]
      ) { [progress] byte in progress?.advance(to: byte) }
      if rows.cutFileCount > cutFileCount {
        run.diagnostics.warning(
          "the rest of the file is unread, and may hold the latest row of any document, of which an "
            + "older row counts then", at: Place(file: input.shownPath))
      }
    }
    let superseded = rows.rowCount - rows.documentCount + rows.unknownCount
    // How many rows of an unknown document were superseded cannot be told.
    let unknown = rows.unknownCount
    run.diagnostics.note(
      "\(Amount.count(rows.rowCount, of: "row")) of changelogs, about "
        + "\(Amount.count(rows.documentCount, of: "document")): "
        + "\(Amount.count(superseded, of: "row")) superseded by later ones"
        + (unknown > 0
          ? " or left out with \(Amount.count(unknown, of: "document")) of unknown state, " : ", ")
        + "\(Amount.count(rows.deletedCount, of: "document")) deleted")
    if rows.unplacedCount > 0 {
      run.diagnostics.warning(
        "\(Amount.count(rows.unplacedCount, of: "unreadable row")) of changelogs may be the "
          + "latest of any document, of which an older row counts then")
    }
    return rows
  }
}
