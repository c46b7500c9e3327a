extension SharedOptions {
  /// The titles of the help's sections that shared options stand in.
  package enum SectionTitle {
    package static let output = "Output"
    package static let undo = "Undo"
    package static let oddInput = "Reading, and odd data"
    package static let guards = "Guards (exit 4, nothing published)"
    package static let reports = "Reports"
    package static let afterwards = "Afterwards"
    package static let running = "Running"
    package static let messages = "Messages"
  }

  /// The sections of a tool's table for the shared options it has.
  ///
  /// Sections without an option are left out by the table. Where a tool can say more precisely
  /// what an option does, such as which formats there are, it gives its own words for it.
  package static func sections<Options: Sendable>(
    at path: any WritableKeyPath<Options, SharedOptions> & Sendable, for options: [SharedOption],
    help: [SharedOption: String] = [:]
  ) -> [OptionTable<Options>.Section] {
    let layout: [(title: String, lines: [Line])] = [
      (SectionTitle.output, outputLines), (SectionTitle.undo, undoLines),
      (SectionTitle.oddInput, oddInputLines),
      (SectionTitle.guards, guardLines),
      (SectionTitle.reports, reportLines), (SectionTitle.afterwards, afterwardsLines),
      (SectionTitle.running, runningLines), (SectionTitle.messages, messageLines),
    ]
    return layout.map { section in
      let lines = section.lines.filter { options.contains($0.option) }
      return OptionTable<Options>.Section(
        section.title,
        lines.map { option, entry in
          var entry = entry
          entry.help = help[option] ?? entry.help
          entry.role = option.role
          return entry.lifted(at: path)
        })
    }
  }

  private typealias Line = (option: SharedOption, entry: OptionTable<SharedOptions>.Entry)

  private static var outputLines: [Line] {
    [
      (
        .dryRun,
        .flag(
          "dry-run", short: "n",
          "write nothing; do all the work, and name every file that the real run would write",
          \.dryRun)
      ),
      (
        .planOut,
        .value(
          "plan-out", "FILE",
          "with --dry-run: write every change to FILE; FILE also has the SHA-256 of each input and "
            + "output, and --plan carries it out", \.planOut
        ).naming(.file).excluding("redact").excluding("check")
      ),
      (
        .plan,
        .value(
          "plan", "FILE",
          "do what FILE says, and nothing else; fail if an input, or FILE, has changed since",
          \.plan
        ).naming(.file).excluding("plan-out").excluding("check")
      ),
      (
        .verify,
        [
          "dry-run", "check", "plan-out", "plan", "summary", "metrics", "hash", "on-success",
          "on-failure",
        ]
        .reduce(
          .value(
            "verify", "SUMMARY",
            "check that the files of an earlier run are still as it wrote them; SUMMARY is what "
              + "--summary wrote then; nothing is written", \.verify
          ).naming(.file)
        ) { $0.excluding($1) }
      ),
      (.check, .flag("check", "exit 2 if something would change; write nothing", \.check)),
      (
        .output,
        .value(
          "output", short: "o", "PATH", "write the result to PATH; '-' is standard output",
          \.output
        ).naming(.fileOrDirectory)
      ),
      (
        .inPlace,
        .flag("in-place", "replace the input; keep an undo journal beside it", \.inPlace)
      ),
      (.force, .flag("force", "replace an existing output", \.force)),
      (
        .lockWait,
        .value(
          "lock-wait", "TIME",
          "wait up to TIME for another run that writes the same output: 30s, 10m or 2h",
          \.lockWait)
      ),
      (
        .resume,
        .flag(
          "resume",
          "resume an interrupted run from its checkpoint",
          \.resume)
      ),
      (
        .checkpointBytes,
        .value(
          "checkpoint-bytes", "N", "bytes between two checkpoints of a long output",
          \.checkpointBytes, range: 4096...Int.max)
      ),
    ]
  }

  private static var undoLines: [Line] {
    [
      (
        .journal,
        .value(
          "journal", "FILE",
          "write the undo journal to FILE; it holds what was changed or deleted, and only its "
            + "owner can read it", \.journal
        ).naming(.file).unset(means: "with --in-place: beside the input")
      ),
      (
        .proveUndo,
        .flag(
          "prove-undo",
          "before publishing, undo the run in memory and compare the result with the input",
          \.proveUndo)
      ),
      (
        .undo,
        ["check", "plan-out", "plan", "verify", "resume"].reduce(
          .value(
            "undo", "JOURNAL",
            "restore the files that a run changed; -o writes them elsewhere, --salvage leaves a file "
              + "alone that was changed since", \.undo
          ).naming(.file)
        ) { $0.excluding($1) }
      ),
    ]
  }

  private static var oddInputLines: [Line] {
    [
      (
        .format,
        .value(
          "format", "NAME", "read the input as this format instead of detecting it",
          \.format)
      ),
      (
        .salvage,
        .flag("salvage", "go on after damage; a damaged record becomes a reject", \.salvage)
      ),
      (
        .rejects,
        .value(
          "rejects", "FILE",
          "write every rejected record to FILE; with its reason and place, to be mended there and "
            + "given back as an input", \.rejects
        ).naming(.file)
      ),
      (
        .mended,
        ["in-place", "journal", "undo"].reduce(
          .value(
            "mended", "LIST",
            "read the mended records of LIST, a list of rejects, in the place of the rejected ones; "
              + "needs -o, not --in-place", \.mended
          ).naming(.file)
        ) { $0.excluding($1) }
      ),
    ]
  }

  private static var guardLines: [Line] {
    [
      (
        .maxRejects,
        .value(
          "max-rejects", "N|P%", "fail if more than N records, or P percent, are rejected",
          \.maxRejects)
      ),
      (
        .expectCount,
        .value(
          "expect-count", "N", "fail unless the inputs have exactly N records", \.expectCount,
          range: 0...Int.max)
      ),
      (
        .expectDigest,
        .value(
          "expect-sha256", "HEX", "fail unless the one input has this SHA-256",
          \.expectDigest)
      ),
    ]
  }

  private static var reportLines: [Line] {
    [
      (
        .summary,
        .value("summary", "FILE", "write the run's counts to FILE, as JSON", \.summary)
          .naming(.file)
      ),
      (
        .metrics,
        .value(
          "metrics", "FILE",
          "write the run's figures to FILE, for Prometheus; a failed run keeps the time of the last "
            + "success", \.metrics
        ).naming(.file)
      ),
      (
        .hash,
        .flagPair("hash", "report the SHA-256 of each output, or do not", \.hash)
          .unset(means: "in dry runs, plans and manifests")
      ),
      (
        .redact,
        .flag(
          "redact", "replace device ids by pseudonyms in reports, rejects and messages", \.redact)
      ),
    ]
  }

  private static var afterwardsLines: [Line] {
    [
      (
        .onSuccess,
        .value(
          "on-success", "CMD",
          "after publishing, run CMD in the shell; its environment has LAUGHTRACK_TOOL, "
            + "_EXIT_STATUS, _OUTPUT, _SUMMARY and the counts; if it fails, exit 74",
          \.onSuccess)
      ),
      (
        .onFailure,
        .value(
          "on-failure", "CMD",
          "after a failure, run CMD in the shell; its environment also has the reason, "
            + "LAUGHTRACK_ERROR", \.onFailure)
      ),
      (
        .hookTimeout,
        .value(
          "hook-timeout", "TIME", "stop either command after TIME: 30s, 10m or 2h",
          \.hookTimeout)
      ),
    ]
  }

  private static var runningLines: [Line] {
    [
      (
        .jobs,
        .value(
          "jobs", "N", "worker threads; the result is the same for any N",
          \.jobs, range: 1...SharedOptions.jobsLimit
        ).unset(means: "one for each core")
      ),
      (
        .now,
        .value(
          "now", "TIME", "use TIME as the present: RFC 3339, or whole seconds since 1970", \.now)
      ),
    ]
  }

  private static var messageLines: [Line] {
    [
      (
        .quiet,
        .flag("quiet", short: "q", "print nothing but errors", \.quiet).excluding("verbose")
      ),
      (.verbose, .flag("verbose", short: "v", "say more about what is done", \.verbose)),
      (
        .logFormat,
        .value("log-format", "FORMAT", "how lines on standard error are written", \.logFormat)
      ),
      (.color, .value("color", "WHEN", "when to colour the words 'error' and 'warning'", \.color)),
      (.noProgress, .flag("no-progress", "show no progress", \.noProgress)),
    ]
  }
}
