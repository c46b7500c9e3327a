/// The shared options for outputs: destinations, checks and undoing.
extension Option {
  /// The same run, with outputs that discard.
  package static var dryRun: Option<Bool> {
    .init(
      "dry-run", short: "n",
      "write nothing; do all the work, and name every file that the real run would write",
      role: .call)
  }

  /// The plan that a dry run writes.
  static var planOut: Option<String?> {
    .init(
      "plan-out", "FILE",
      "with --dry-run: write every change to FILE; FILE also has the SHA-256 of each input and "
        + "output, and --plan carries it out",
      naming: .file, excluding: ["redact", "check"], role: .call)
  }

  /// The plan to carry out; its command line replaces this one.
  package static var plan: Option<String?> {
    .init(
      "plan", "FILE",
      "carry out the plan FILE; fail if an input or FILE has changed since",
      naming: .file, excluding: ["plan-out", "check"], role: .call)
  }

  /// The summary of an earlier run to repeat and compare.
  package static var verify: Option<String?> {
    .init(
      "verify", "SUMMARY",
      "check that the files of an earlier run are still as it wrote them; SUMMARY is what "
        + "--summary wrote then; nothing is written",
      naming: .file,
      excluding: [
        "dry-run", "check", "plan-out", "plan", "summary", "report", "metrics", "hash",
        "on-success", "on-failure", "resume", "checkpoint-bytes",
      ],
      role: .call)
  }

  /// Exit status 2 instead of an output if something would change.
  package static var check: Option<Bool> {
    .init(
      "check", "exit 2 if something would change; write only reports, such as --rejects",
      role: .call)
  }

  /// The output; `-` is standard output.
  package static var output: Option<String?> {
    .init(
      "output", short: "o", "PATH", "write the result to PATH; '-' is standard output",
      naming: .file)
  }

  /// Replacing each input that changes, with a journal.
  package static var inPlace: Option<Bool> {
    .init("in-place", "replace the input; keep an undo journal beside it")
  }

  /// Replacing files that this tool did not write.
  package static var force: Option<Bool> { .init("force", "replace an existing output") }

  /// How long to wait for another run's lock; 0 fails at once.
  package static var lockWait: Option<TimeSpan> {
    .init(
      "lock-wait", "TIME",
      "wait up to TIME for another run that writes the same output: 30s, 10m or 2h",
      default: TimeSpan(seconds: 0), role: .call)
  }

  /// Continuing an interrupted output.
  package static var resume: Option<Bool> {
    .init("resume", "resume an interrupted run from its checkpoint", role: .call)
  }

  /// The bytes between two checkpoints; an output that is shorter has none.
  static var checkpointBytes: Option<Int> {
    .init(
      "checkpoint-bytes", "N", "bytes between two checkpoints of a long output",
      default: 256 << 20, in: 4096...Int.max, role: .call)
  }

  /// The undo journal; nil keeps one beside the input in place, and none otherwise.
  package static var journal: Option<String?> {
    .init(
      "journal", "FILE",
      "write the undo journal to FILE; it holds what was changed or deleted, and only its "
        + "owner can read it",
      unset: "with --in-place: beside the input", naming: .file)
  }

  /// Reverting every output in memory before it is published.
  static var proveUndo: Option<Bool> {
    .init(
      "prove-undo",
      "before publishing, undo the run in memory and compare the result with the input; with "
        + "--output it needs --journal",
      role: .guarding)
  }

  /// The journal of the run to undo.
  package static var undo: Option<String?> {
    .init(
      "undo", "JOURNAL",
      "restore the files that a run changed; -o writes them elsewhere, --salvage leaves a file "
        + "alone that was changed since",
      naming: .file, excluding: ["check", "plan-out", "plan", "verify", "resume", "report"],
      role: .call)
  }
}
