import Scan
import SystemIO

/// The checkpoints that make the outputs of a long run resumable.
package struct RunCheckpoints: Sendable {
  private let run: String
  private let hasJournal: Bool
  private let isInPlace: Bool
  private let interval: Int
  private let diagnostics: Diagnostics
  private let facts: RunFacts
  /// Whether the run resumes an earlier one.
  let resumes: Bool

  init(_ run: ToolRun) {
    let arguments = run.arguments
    let words = [
      run.diagnostics.tool, Version.text, arguments[.format].map { "--format \($0)" },
      arguments[.salvage] ? "--salvage" : nil,
    ]
    self.run = words.compactMap { $0 }.joined(separator: " ")
    (hasJournal, isInPlace) = (arguments[.journal] != nil, arguments[.inPlace])
    interval = arguments[.checkpointBytes]
    resumes = arguments[.resume]
    (diagnostics, facts) = (run.diagnostics, run.facts)
  }

  /// Notes the byte at which an output is resumed.
  func tell(_ resumption: Resumption?, _ path: String) {
    guard let byteCount = resumption?.durableByteCount, byteCount > 0 else { return }
    facts.hasResumed = true
    diagnostics.note("resuming '\(path)' after \(Amount.bytes(byteCount)), at byte \(byteCount)")
    if resumption?.foundNote == Self.journalNote, !hasJournal, !isInPlace {
      diagnostics.warning(
        "the interrupted run was to write an undo journal, and this one writes none",
        kind: "no journal", hint: "to have one, remove '\(path)' and run again with --journal FILE")
    }
  }

  private static let journalNote = "with --journal"

  /// The resumption of the output for an input; nil if the input is too small to be worth it.
  ///
  /// - Parameter sum: the running checksum of the input.
  func resumption(for input: InputList.Input, _ sum: FileChecksum?) -> Resumption? {
    guard isWorthIt(for: input) else { return nil }
    return Resumption(
      run: run, note: hasJournal ? Self.journalNote : nil, input: input.path,
      byteCount: input.status.byteCount, sum: sum,
      interval: interval, resumes: resumes)
  }

  /// Not so for a part of a file: a checkpoint tells of the bytes from the file's start.
  func isWorthIt(for input: InputList.Input) -> Bool {
    input.canBeReadTwice && !input.isPartOfFile && (resumes || input.status.byteCount >= interval)
  }
}
