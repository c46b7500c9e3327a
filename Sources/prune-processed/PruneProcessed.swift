import ByteIO
import Console
import Formats
import Wiring

/// `prune-processed`: forgets the processed assets that no longer exist, and their results.
@main
struct PruneProcessed {
  struct Options: Sendable {
    var shared = SharedOptions()
    var existing: String?
    var allowsEmpty = false
    var skipReport: String?
  }

  static let tool = ToolDescription<Options>(
    name: "prune-processed", version: Version.text,
    summary: "forget the processed assets of a UserDefaults dump that no longer exist",
    usage: [
      "DUMP… --existing FILE --dry-run [--plan-out FILE]", "DUMP… --existing FILE -o PATH",
      "DUMP… --existing FILE --in-place", "DUMP… --skip-report FILE", "--plan FILE",
      "--undo JOURNAL", "--verify SUMMARY",
    ],
    examples: [
      .init(
        "prune-processed device.plist --existing ids.txt --dry-run",
        "see what is stale; nothing is written"),
      .init(
        "prune-processed device.plist --existing ids.txt -o pruned.plist",
        "write a copy without what is stale"),
      .init(
        "prune-processed device.plist --skip-report ids.txt",
        "which of the assets were processed already"),
    ],
    promise: "An input is never changed unless --in-place is given, and not even then where "
      + "nothing is stale; what stays, stays byte for byte, the results and their UUIDs too.",
    operands: .init("DUMP", InputList.dumpsHelp),
    options: OptionTable(defaults: Options(), [assetSection] + sharedSections),
    shared: \.shared,
    notes: [
      "A FILE holds ids one a line, or a JSON array of strings. Ids are compared byte for byte.",
      "Results that cannot be decoded read as none; they are reported, and stay as they are.",
    ],
    exits: .ofWorkOnFiles)

  private static let assetSection = OptionTable<Options>.Section(
    "Assets",
    [
      .value(
        "existing", "FILE",
        "the ids of all assets that still exist, '-' for standard input; processed ids and results "
          + "of any other asset go; takes about 150 bytes of memory an id",
        \.existing
      ).naming(.file),
      .flag(
        "allow-empty",
        "take an --existing FILE without any id at its word: all that is stored goes",
        \.allowsEmpty),
      .value(
        "skip-report", "FILE",
        "print which of the ids in FILE the dumps have as processed, before anything is removed, in "
          + "the order of FILE; '-' for standard input; without --existing nothing else is done",
        \.skipReport
      ).naming(.file).playing(.call).excluding("verify"),
    ])

  private static let sharedSections =
    SharedOptions.sections(
      at: \Options.shared,
      for: SharedOption.rewriting + SharedOption.records + SharedOption.unattended
        + SharedOption.speech,
      help: [
        .output: OutputPlan.optionHelp,
        .format: FormatList.optionHelp,
        .verbose: "show every id and result that goes",
      ])
    + [.init(SharedOptions.SectionTitle.oddInput, [.listFormats(of: .dumps, writes: true)])]

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exitProcess(
      runTool(tool, arguments: arguments) { run in
        try ReportedRun.of(run, tool: tool.name, hasOtherOutputs: Pruning.hasOtherOutputs) { run in
          var pruning = try Pruning(run)
          return try pruning.perform()
        }
      }.rawValue)
  }
}
