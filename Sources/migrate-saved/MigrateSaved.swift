import Formats
import Runs
import Scan
import SystemIO

/// `migrate-saved`: turns every rated joke of a dump into a saved one, once.
@main
struct MigrateSaved: Tool {
  static let tool = ToolDescription(
    name: "migrate-saved", version: Version.text,
    summary: "Turn every rated joke of a UserDefaults dump into a saved joke, once",
    usage: [
      "INPUT… --dry-run [--plan-out FILE]", "INPUT… -o PATH", "INPUT… --in-place", "INPUT… --check",
      "--plan FILE", "--undo JOURNAL", "--verify SUMMARY",
    ],
    examples: [
      .init("migrate-saved device.plist --dry-run", "show what would change"),
      .init("migrate-saved device.plist -o saved.plist", "write a migrated copy"),
      .init("migrate-saved dumps/ --in-place", "replace all dumps of a directory"),
      .init("migrate-saved --undo dumps.journal", "restore them"),
    ],
    promise: "An input is never changed unless --in-place is given; ratings and their times stay "
      + "as they are, and so does everything that is not about saved jokes.",
    operands: .init("INPUT", InputList.dumpsHelp),
    options: OptionTable(
      commonest: [
        "keep-saved-timestamps", "dry-run", "plan-out", "plan", "check", "output", "in-place",
        "undo",
      ],
      [
        .init("Saved jokes", .keepSavedTimestamps),
        .init(.guards, .allowFivePoint, .maxRejects, .expectCount, .expectDigest),
      ]
        + OptionSection.rewriting(output: .output.withHelp(OutputSet.optionHelp)) + [
          .init(
            .oddInput, .format(of: .dumps), .salvage, .rejects, .mended,
            .listFormats(of: .dumps, writes: true)),
          .init(.reports, .summary, .metrics, .hash, .redact),
          .afterwards,
          .init(
            .running, .jobs,
            .now.withHelp(
              "when a joke without a rating time was saved: RFC 3339, or whole seconds since "
                + "1970; default: SOURCE_DATE_EPOCH, then the clock")),
          .messages(verbose: .verbose.withHelp("show every saved joke")),
        ]),
    notes: [
      "Run migrate-ratings first: with a dump whose ratings are not binary the run ends with 4. A dump "
        + "that is marked as migrated is left alone."
    ],
    exits: .ofWorkOnFiles)

  static func perform(_ run: ToolRun) throws -> ExitStatus {
    var rewriter = try Rewriter(
      run, alternatives: ["--dry-run", "-o PATH", "--in-place", "--check"])
    let rejectLog = try RejectLog(run, plan: rewriter.plan)
    let now = try run.now
    let account = SavedAccount(run.arguments, now: now, rejectLog, rewriter.pass.progress)
    try rewriter.rewriteDumps(account.dumps)
    try account.dumps.check(against: rewriter.counts(of: .dumps))
    if account.counts.filledWithNow > 0 { run.tell(ofNow: now) }
    let report = SavedReport(account: account, rewriter: rewriter, now: now)
    run.facts.figures = report.counts
    // `--verify` repeats a run that passed the guard.
    if run.arguments[.verify] == nil { try account.checkFivePoint() }
    return try rewriter.publish(report, rejectLog)
  }
}

/// The options of `migrate-saved` that no other tool has.
extension Option {
  static var keepSavedTimestamps: Option<Bool> {
    .init(
      "keep-saved-timestamps",
      "leave a saved time that is there; otherwise it becomes the time of the joke's rating")
  }

  static var allowFivePoint: Option<Bool> {
    .init(
      "allow-five-point",
      "migrate dumps with ratings of 2, 3 or 4 that migrate-ratings has not made binary: "
        + "jokes rated 3 are saved, too, and stay saved",
      role: .guarding)
  }
}
