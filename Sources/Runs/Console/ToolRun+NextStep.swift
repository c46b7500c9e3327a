import Scan
import SystemIO

// The commands to suggest after a run.
extension ToolRun {
  /// The command after a dry run: the same without `--dry-run`, or the plan.
  ///
  /// - Parameter needsOutput: whether the real run needs an output.
  package func stepAfterDryRun(needsOutput: Bool = false) -> String {
    if let plan = arguments[.planOut] {
      return "to carry out the plan: \(tool.name) --plan \(ShellWord.quoted(path: plan))"
    }
    let lead = diagnostics.hasObstacle ? "to do it, once nothing is in its way: " : "to do it: "
    return lead + command(without: "--dry-run", more: needsOutput ? ["-o PATH"] : [])
  }

  /// The commands that use mended rejects; nil if no rejects were listed, or if the tool only reads
  /// a share: more inputs would change all shares.
  ///
  /// - Parameter isRewriting: whether the tool rewrites mended records; otherwise it reads them
  ///   beside the inputs, and the same call is made again.
  package func mendingStep(_ rejectLog: RejectLog, isRewriting: Bool = true) -> String? {
    guard rejectLog.rejectCount > 0, arguments.writesRejects, let path = arguments[.rejects],
      path != "-", isRewriting || arguments[.shard] == nil
    else { return nil }
    if arguments[.redact] {
      return "to mend the rejects, list them again without '--redact', which leaves the records out"
    }
    let list = ShellWord.quoted(path: path)
    // A run in place moves records, so the places in the list may be wrong.
    let isPutBack =
      rejectLog.canPutBack && !arguments[.inPlace] && arguments[.shard] == nil
      && !arguments.operands.contains("-")
    let next =
      if isPutBack, isRewriting {
        "then \(command(reading: arguments.operands, "--mended \(list) -o PATH"))"
      } else if isPutBack {
        "then "
          + command(
            without: "--rejects", "--output", "--force",
            more: ["--mended \(list)"] + (arguments[.output] == nil ? [] : ["-o PATH"]))
      } else if isRewriting {
        "then \(command(reading: [path], except: ["format"], "-o PATH"))"
      } else {
        "and give it as another input"
      }
    return "to use the rejects: mend the records in \(list), \(next)"
  }

  /// The options by which this tool, and others that have them, read the same records again.
  private static let readingOptions: Set = ["collection", "format", "salvage", "device"]
  /// The options by which this tool decides the same about them.
  private static let decidingOptions: Set = [
    "allow-empty", "allow-five-point", "dedupe", "duplicates", "existing", "keep-saved-timestamps",
    "scale", "since", "top", "unexpected", "until", "week",
  ]

  /// A command that reads files as this run read its inputs, quoted for a shell.
  ///
  /// - Parameters:
  ///   - other: the tool, if it is another one.
  ///   - excluded: the names of options that do not apply to the files.
  ///   - rest: its other options.
  package func command(
    of other: String? = nil, reading paths: [String], except excluded: Set<String> = [],
    _ rest: String
  ) -> String {
    let names = Self.readingOptions.union(other == nil ? Self.decidingOptions : [])
      .subtracting(excluded)
    let options = arguments.given.filter { names.contains($0.declaration.name) }
    let words = [other ?? tool.name] + paths.map { ShellWord.quoted(path: $0) }
    return (words + options.map(Self.word) + [rest]).joined(separator: " ")
  }

  /// This call except some options, quoted for a shell.
  ///
  /// - Parameter other: the tool, if it is another one.
  func command(
    of other: String? = nil, without options: String..., more: [String] = []
  ) -> String {
    ([other ?? tool.name] + words(without: options) + more).joined(separator: " ")
  }

  /// The operands and options of this call except some, quoted for a shell; without those that a
  /// plan has.
  private func words(without options: [String]) -> [String] {
    let given = arguments.given.filter {
      !options.contains($0.spelling) && (!arguments.areRecorded || $0.role == .call)
    }
    let operands = arguments.areRecorded ? [] : arguments.operands
    return operands.map { $0 == "-" ? $0 : ShellWord.quoted(path: $0) } + given.map(Self.word)
  }

  private static func word(_ given: GivenOption) -> String {
    guard let value = given.value else { return given.spelling }
    let isPath = given.declaration.pathKind != nil && value != "-"
    return "\(given.spelling)="
      + (isPath ? ShellWord.quoted(path: value) : ShellWord.quoted(value))
  }
}
