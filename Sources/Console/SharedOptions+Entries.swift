extension SharedOptions {
  /// The titles of the help's sections that shared options stand in.
  package enum SectionTitle {
    package static let output = "Output"
    package static let undo = "Taking it back"
    package static let oddInput = "Reading, and odd data"
    package static let guards = "Guards: publish nothing, exit 4 where"
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
          "do all the work and name every file the real run would write, but write none", \.dryRun)
      ),
      (
        .planOut,
        .value(
          "plan-out", "FILE",
          "with --dry-run: write to FILE what the real run will do, with every change and the "
            + "SHA-256 of each input and output", \.planOut
        ).naming(.file).excluding("redact").excluding("check")
      ),
      (
        .plan,
        .value(
          "plan", "FILE",
          "do exactly what FILE says; refused where a byte of an input, or of FILE, is another",
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
            "write nothing: make the outputs of the run that SUMMARY tells of once more, and "
              + "compare them with the files byte for byte", \.verify
          ).naming(.file)
        ) { $0.excluding($1) }
      ),
      (.check, .flag("check", "write nothing; exit 2 where changes are pending", \.check)),
      (
        .output,
        .value(
          "output", short: "o", "PATH", "write the result to PATH; '-' is standard output",
          \.output
        ).naming(.fileOrDirectory)
      ),
      (
        .inPlace,
        .flag("in-place", "replace the input by the result, whole or not at all", \.inPlace)
      ),
      (.force, .flag("force", "replace an output that exists already", \.force)),
      (
        .lockWait,
        .value(
          "lock-wait", "TIME",
          "where another run is writing the same output, wait so long for it: 30s, 10m or 2h",
          \.lockWait)
      ),
      (
        .resume,
        .flag(
          "resume",
          "go on with what a run has left that was ended from outside, if it left a checkpoint",
          \.resume)
      ),
      (
        .checkpointBytes,
        .value(
          "checkpoint-bytes", "N", "bytes written between two checkpoints of a long output",
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
          "keep in FILE what takes the run back: what was changed, and documents that go in full; "
            + "readable to you alone", \.journal
        ).naming(.file).unset(means: "beside the input where --in-place replaces it")
      ),
      (
        .proveUndo,
        .flag(
          "prove-undo",
          "before anything is published, take the run back in memory and compare that with the input",
          \.proveUndo)
      ),
      (
        .undo,
        ["check", "plan-out", "plan", "verify", "resume"].reduce(
          .value(
            "undo", "JOURNAL",
            "take a run back: what it wrote becomes, byte for byte, what it read; -o puts that "
              + "elsewhere", \.undo
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
          "format", "NAME", "take the input for this format instead of telling from its bytes",
          \.format)
      ),
      (
        .salvage,
        .flag("salvage", "go on after damage; what is damaged becomes a reject", \.salvage)
      ),
      (
        .rejects,
        .value(
          "rejects", "FILE",
          "list every reject in FILE, with its reason and its place, to be mended there and given "
            + "back as input", \.rejects
        ).naming(.file)
      ),
    ]
  }

  private static var guardLines: [Line] {
    [
      (
        .maxRejects,
        .value(
          "max-rejects", "N|P%", "more than N records, or P percent, are rejects", \.maxRejects)
      ),
      (
        .expectCount,
        .value(
          "expect-count", "N", "the inputs do not have exactly N records", \.expectCount,
          range: 0...Int.max)
      ),
      (
        .expectDigest,
        .value(
          "expect-sha256", "HEX", "the one input is another file than that of this SHA-256",
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
          "write how the run went to FILE, for Prometheus; a run that fails keeps the time of the "
            + "last success", \.metrics
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
          "redact", "put pseudonyms for device ids in reports, rejects and messages", \.redact)
      ),
    ]
  }

  private static var afterwardsLines: [Line] {
    [
      (
        .onSuccess,
        .value(
          "on-success", "CMD",
          "when all is published, run CMD in the shell, with LAUGHTRACK_TOOL, _EXIT_STATUS, "
            + "_OUTPUT, _SUMMARY and the counts in its environment; where it fails, exit 74",
          \.onSuccess)
      ),
      (
        .onFailure,
        .value(
          "on-failure", "CMD",
          "when the run failed, run CMD so, with the reason in LAUGHTRACK_ERROR", \.onFailure)
      ),
      (
        .hookTimeout,
        .value(
          "hook-timeout", "TIME", "end either command after TIME, such as 30s or 10m",
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
          "now", "TIME", "take TIME for the present: RFC 3339, or whole seconds since 1970", \.now)
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
        .value("log-format", "FORMAT", "what lines on standard error look like", \.logFormat)
      ),
      (.color, .value("color", "WHEN", "colour the words 'error' and 'warning'", \.color)),
      (.noProgress, .flag("no-progress", "show no progress", \.noProgress)),
    ]
  }
}
