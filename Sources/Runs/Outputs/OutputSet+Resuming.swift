import Scan
import SystemIO

// The checkpoints that make the outputs of a long run resumable.
extension OutputSet {
  /// Notes the byte at which an output is resumed.
  func tell(_ resumption: Resumption?, _ path: String) {
    guard let byteCount = resumption?.durableByteCount, byteCount > 0 else { return }
    run.facts.hasResumed = true
    run.diagnostics.note(
      "resuming '\(path)' after \(Amount.bytes(byteCount)), at byte \(byteCount)")
    if resumption?.foundNote == Self.journalNote, run.arguments[.journal] == nil, !isInPlace {
      run.diagnostics.warning(
        "the interrupted run was to write an undo journal, and this one writes none",
        kind: "no journal", hint: "to have one, remove '\(path)' and run again with --journal FILE")
    }
  }

  private static let journalNote = "with --journal"

  /// The resumption of the output for an input; nil if the input is too small to be worth it.
  ///
  /// - Parameter sum: the running checksum of the input.
  func resumption(for input: InputList.Input, _ sum: FileChecksum?) -> Resumption? {
    guard isWorthResuming(input) else { return nil }
    let arguments = run.arguments
    let words = [
      run.tool.name, Version.text, arguments[.format].map { "--format \($0)" },
      arguments[.salvage] ? "--salvage" : nil,
    ]
    return Resumption(
      run: words.compactMap { $0 }.joined(separator: " "),
      note: arguments[.journal] == nil ? nil : Self.journalNote, input: input.path,
      byteCount: input.status.byteCount, sum: sum, interval: arguments[.checkpointBytes],
      resumes: isResuming)
  }

  func isWorthResuming(_ input: InputList.Input) -> Bool {
    // A checkpoint tells of the bytes from the file's start.
    input.canBeReadTwice && !input.isPartOfFile
      && (isResuming || input.status.byteCount >= run.arguments[.checkpointBytes])
  }
}
