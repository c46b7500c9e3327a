package import ByteIO

/// The options that tools share; a tool has those that make sense for it, always in this meaning.
package struct SharedOptions: Sendable, Equatable {
  /// Do all the work, write nothing.
  package var dryRun = false
  /// Where a dry run says what the real one will do.
  package var planOut: String?
  /// The plan to carry out.
  package var plan: String?
  /// The summary of a run whose outputs are to be compared with what its inputs give.
  package var verify: String?
  /// Only tell whether there are changes.
  package var check = false
  /// Where the result goes; `-` is standard output.
  package var output: String?
  /// Put the result in the place of the input.
  package var inPlace = false
  /// Where what takes the run back is kept.
  package var journal: String?
  /// Take the run back in temporaries, before anything is published.
  package var proveUndo = false
  /// The journal of a run to take back.
  package var undo: String?
  /// Go on with an output that an earlier run did not finish.
  package var resume = false
  /// How many bytes are written between two checkpoints.
  package var checkpointBytes = 256 << 20
  /// Replace an output that exists.
  package var force = false
  /// Whether a report may take the place of another file; nil where `force` says it. A recorded run has
  /// reports of its own.
  package var forcesReports: Bool?
  /// How long to wait for another run that writes the same output.
  package var lockWait = TimeSpan(seconds: 0)
  /// The input's format; nil tells it from the bytes.
  package var format: String?
  /// How many threads share the work, as it was asked for; `workerCount` is what holds.
  package var jobs: Int?
  /// What counts as the present; nil asks the clock.
  package var now: Timestamp?
  /// Where the counts go.
  package var summary: String?
  /// Where the metrics go that a monitoring system collects.
  package var metrics: String?
  /// The shell command to run after a run that was well.
  package var onSuccess: String?
  /// The shell command to run after one that failed.
  package var onFailure: String?
  /// How long either may take.
  package var hookTimeout = TimeSpan(seconds: 60)
  /// Where the list of rejects goes.
  package var rejects: String?
  /// The list of rejects whose mended records stand in the place of those that were rejected.
  package var mended: String?
  /// Beyond it nothing is published.
  package var maxRejects: RejectLimit?
  /// How many records the inputs must have.
  package var expectCount: Int?
  /// What the digest of the one input must be.
  package var expectDigest: SHA256.Digest?
  /// Take what is damaged for a reject, and go on.
  package var salvage = false
  /// Whether outputs are hashed; nil lets the tool decide.
  package var hash: Bool?
  /// Put pseudonyms for device ids.
  package var redact = false
  /// Print errors alone.
  package var quiet = false
  /// Print details too.
  package var verbose = false
  /// How lines on standard error are spelled.
  package var logFormat = LogFormat.text
  /// When they have colours.
  package var color = ColorMode.auto
  /// Show no progress.
  package var noProgress = false

  /// Whether all the work is done, and nothing written.
  package var isDiscarding: Bool { dryRun || check || verify != nil }

  /// Whether the list of rejects is written: a check writes it, where it is asked for.
  package var writesRejects: Bool { !dryRun && verify == nil }

  /// Whether a report may take the place of a file that is none of its kind.
  package var replacesReports: Bool { forcesReports ?? force }

  /// The option that names a recorded run, where one is to be done again or taken back.
  package var recordedRunOption: String? {
    plan != nil ? "--plan" : verify != nil ? "--verify" : undo != nil ? "--undo" : nil
  }

  /// Whether the run's counts are told outside of the process.
  package var tellsCounts: Bool {
    summary != nil || metrics != nil || onSuccess != nil || onFailure != nil
  }

  /// The options where none is given.
  package init() {}

  /// The most threads that can be asked for.
  package static let jobsLimit = 256

  /// How many threads share the work: one for each processor, where nothing else was asked for.
  package var workerCount: Int { jobs ?? min(ProcessorCount.available, Self.jobsLimit) }
}

/// One of the shared options, for a tool to say which it has.
package enum SharedOption: Sendable, CaseIterable {
  case dryRun, planOut, plan, verify, check, output, inPlace, force, lockWait
  case resume, checkpointBytes
  case journal, proveUndo, undo
  case format, salvage, maxRejects, rejects, mended, expectCount, expectDigest
  case summary, metrics, hash, redact
  case onSuccess, onFailure, hookTimeout
  case jobs, now
  case quiet, verbose, logFormat, color, noProgress

  /// Those of a tool that writes anew what it reads: where the result goes.
  package static let rewriting: [SharedOption] = [
    .dryRun, .planOut, .plan, .verify, .check, .output, .inPlace, .force, .lockWait, .resume,
    .checkpointBytes, .journal, .proveUndo, .undo,
  ]

  /// Those of a tool that reads many records: what becomes of the odd ones, and what is told of all.
  package static let records: [SharedOption] = [
    .format, .salvage, .maxRejects, .rejects, .mended, .expectCount, .expectDigest, .summary, .hash,
    .redact,
  ]

  /// Those of a tool that runs while everyone sleeps: who is told how it went.
  package static let unattended: [SharedOption] = [.metrics, .onSuccess, .onFailure, .hookTimeout]

  /// Those that every tool has: how it speaks.
  package static let speech: [SharedOption] = [
    .quiet, .verbose, .logFormat, .color, .noProgress,
  ]
}
