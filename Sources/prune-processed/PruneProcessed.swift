import Formats
import Runs
import Scan
import SystemIO

/// `prune-processed`: removes processed assets that no longer exist, and their results.
@main
struct PruneProcessed: Tool {
  static let tool = ToolDescription(
    name: "prune-processed", version: Version.text,
    summary: "Remove processed assets that no longer exist from UserDefaults dumps",
    usage: [
      "DUMP… --existing FILE --dry-run [--plan-out FILE]", "DUMP… --existing FILE -o PATH",
      "DUMP… --existing FILE --in-place", "DUMP… --skip-report FILE",
      "DUMP --mark FILE --in-place", "--plan FILE",
      "--undo JOURNAL", "--verify SUMMARY",
    ],
    examples: [
      .init("prune-processed dump.plist --existing ids.txt --dry-run", "show what is stale"),
      .init("prune-processed dump.plist --existing ids.txt --in-place", "remove it"),
      .init("prune-processed --undo dump.plist.journal", "restore the dump"),
      .init("prune-processed dump.plist --skip-report ids.txt", "which were processed"),
      .init("prune-processed dump.plist --mark ids.txt --in-place", "mark these as processed"),
    ],
    promise: "An input is never changed unless --in-place is given, and not even then if nothing "
      + "is stale; everything that is not removed stays byte for byte.",
    operands: .init("DUMP", InputList.dumpsHelp),
    options: OptionTable(
      commonest: [
        "existing", "allow-empty", "skip-report", "dry-run", "check", "output", "in-place", "undo",
      ],
      [.init("Assets", .existing, .allowEmptyList, .skipReport, .mark, .device)]
        + OptionSection.rewriting(output: .output.withHelp(OutputSet.optionHelp)) + [
          .init(
            .oddInput, .format(of: .dumps), .salvage, .rejects, .mended,
            .listFormats(of: .dumps, writes: true)),
          .init(.guards, .maxRejects, .expectCount, .expectDigest),
          .init(.reports, .summary, .metrics, .hash, .redact),
          .afterwards, .init(.running, .jobs),
          .messages(verbose: .verbose.withHelp("show every id and result that is removed")),
        ]),
    notes: [
      "A FILE holds ids one a line, or a JSON array of strings. Ids are compared byte for byte.",
      "Results that cannot be decoded read as none; they are reported, and stay as they are.",
      "Marking keeps no undo journal: each id is in the dump before it is printed and the next is "
        + "read, so that neither a crash nor a power failure loses one.",
    ],
    exits: .ofWorkOnFiles)

  /// Whether dumps are written besides the skip report, which goes to standard output.
  static func hasOtherOutputs(_ run: ToolRun) -> Bool {
    run.arguments[.skipReport] != nil && (run.arguments[.output] != nil || run.arguments[.inPlace])
  }

  static func perform(_ run: ToolRun) throws -> ExitStatus {
    if let list = run.arguments[.mark] { return try Marking(run, list).perform() }
    var pruning = try Pruning(run)
    return try pruning.perform()
  }
}

/// The options of `prune-processed` that no other tool has, or whose help differs.
extension Option {
  static var existing: Option<String?> {
    .init(
      "existing", "FILE",
      "a list of all assets that still exist; '-' is standard input; all other processed ids "
        + "are removed, with their results; takes about 150 bytes of memory an id",
      naming: .file)
  }

  static var allowEmptyList: Option<Bool> {
    .init("allow-empty", "accept an --existing FILE without any id; everything is removed")
  }

  static var skipReport: Option<String?> {
    .init(
      "skip-report", "FILE",
      "print which ids of FILE the dumps have as processed; in the order of FILE, before anything "
        + "is removed; '-' is standard input; without --existing nothing else is done",
      naming: .file, excluding: ["verify", "undo"], role: .call
    ).printing("the skip report")
  }

  static var mark: Option<String?> {
    .init(
      "mark", "FILE",
      "mark the ids of FILE as processed in the one dump, and print those that were not; '-' is "
        + "standard input, read a line at a time; needs --in-place or --dry-run",
      naming: .file,
      excluding: [
        "existing", "allow-empty", "skip-report", "device", "output", "check", "force", "resume",
        "journal", "prove-undo", "plan", "plan-out", "undo", "verify", "salvage", "rejects",
        "mended", "max-rejects", "expect-count", "expect-sha256", "hash", "jobs",
      ]
    ).printing("the list of the newly marked ids")
  }

  static var device: Option<String?> {
    .device("prune only the dumps of this device")
  }
}
