import Scan
import SystemIO

extension ToolRun {
  /// What to do after a dry run: the same without it, or what it has planned.
  ///
  /// - Parameter needsOutput: whether the real run has to be told where its result goes.
  package func stepAfterDryRun(needsOutput: Bool = false) -> String {
    if let plan = arguments[.planOut] {
      return "to do what is planned: \(tool.name) --plan \(ShellWord.quoted(path: plan))"
    }
    let words = [tool.name] + words(without: "--dry-run") + (needsOutput ? ["-o PATH"] : [])
    return "to do it: " + words.joined(separator: " ")
  }

  /// What to do with the rejects that a run has listed; nil where there are none.
  ///
  /// - Parameter isRewriting: whether mended records are written anew by themselves; otherwise they are
  ///   read beside the inputs.
  package func mendingStep(_ rejectLog: RejectLog, isRewriting: Bool = true) -> String? {
    guard rejectLog.rejectCount > 0, arguments.writesRejects, let path = arguments[.rejects],
      path != "-"
    else { return nil }
    let list = ShellWord.quoted(path: path)
    // In place, what stood in the input may stand elsewhere in it now.
    let isPutBack =
      rejectLog.canPutBack && !arguments[.inPlace] && !arguments.operands.contains("-")
    let inputs = arguments.operands.map { ShellWord.quoted(path: $0) }.joined(separator: " ")
    let next =
      if isPutBack {
        "then \(tool.name) \(inputs) --mended \(list)" + (isRewriting ? " -o PATH" : "")
      } else if isRewriting {
        "then \(tool.name) \(list) -o PATH"
      } else {
        "and give it as another input"
      }
    return "to use the rejects: mend the records in \(list), \(next)"
  }

  /// The options and operands of this call but one, to be copied into a shell.
  private func words(without option: String) -> [String] {
    let options = arguments.given.filter { $0.spelling != option }.map { given -> String in
      guard let value = given.value else { return given.spelling }
      let isPath = given.declaration.pathKind != nil && value != "-"
      return "\(given.spelling)="
        + (isPath ? ShellWord.quoted(path: value) : ShellWord.quoted(value))
    }
    return arguments.operands.map { $0 == "-" ? $0 : ShellWord.quoted(path: $0) } + options
  }
}
