import Scan
package import SystemIO

/// Every path that a run reads or writes, decided and checked before any input is read: the outputs,
/// the locks on them, and the names that no output may have.
package struct OutputSet: Sendable {
  enum Mode {
    /// No output is named: the run only counts, hashes or samples.
    case nowhere
    case single(OutputTarget)
    case tree(root: String)
    case inPlace
  }

  let run: ToolRun
  var mode = Mode.nowhere
  var targets: [PathKey: OutputTarget] = [:]
  let hashes: Bool
  /// The files in use.
  var taken: [TakenName: NamedFile] = [:]
  /// What is written, of the files in use.
  var written: Set<TakenName> = []
  /// The directories of what is written, each with what lies in it.
  var folders: [TakenName: NamedFile] = [:]
  /// Standard input, and the pipes and devices that are read: a second reading would find only the
  /// rest, or nothing.
  var streams: [FileStatus.Identity: NamedFile] = [:]
  /// The files of the inputs.
  var inputs: Set<FileStatus.Identity> = []
  /// The files read beside the inputs.
  var otherInputs: Set<FileStatus.Identity> = []
  /// The folders that are read.
  var directories: [FileStatus.Identity: String] = [:]
  /// The locks, in the order in which they are released.
  var locks: [OutputLock] = []
  /// What is finished.
  var publication: Publication

  /// Locks a run's outputs: the path of `--output`, or the inputs with `--in-place`.
  ///
  /// - Parameter others: further outputs to lock.
  /// - Throws: `OutputRefusal` if another run holds a lock and does not end in time; a run that
  ///   writes no output warns instead.
  package init(locking run: ToolRun, others: [String] = []) throws {
    let arguments = run.arguments
    self.run = run
    publication = Publication(run)
    let isPlanned = arguments[.planOut] != nil || arguments[.plan] != nil
    hashes = isPlanned || (arguments[.hash] ?? (arguments[.dryRun] && !arguments[.check]))
    // The outputs' locks are last to go: taking one over removes the leftovers of the others.
    let own = try Self.locks(on: Self.named(by: run) + others, run)
    locks = try Self.reportLocks(arguments) + own
  }

  /// Whether the run writes nothing, named outputs included.
  var isDiscarding: Bool { run.arguments.isDiscarding }
  /// Whether only a check is wanted, so that obstacles of a real run do not matter.
  var isChecking: Bool { isDiscarding && !run.arguments[.dryRun] }
  var isForced: Bool { run.arguments[.force] }
  /// Whether the run resumes an earlier one, as far as that left something.
  var isResuming: Bool { run.arguments[.resume] }
  /// Compares the outputs with existing files instead of writing them; nil without `--verify`.
  var comparisons: ComparedFiles? { run.expectation?.verifiedOutputs }

  /// Whether inputs are replaced; an unchanged one is left alone.
  var isInPlace: Bool {
    if case .inPlace = mode { true } else { false }
  }

  /// Whether the output goes to a stream, and so cannot be withdrawn.
  var isStreaming: Bool { !isDiscarding && isStream }

  /// Whether the run resumes an earlier one.
  var resumes: Bool { isResuming && !isDiscarding && comparisons == nil }

  /// Whether the output is a pipe, a device or standard output.
  var isStream: Bool { result?.isStream == true }

  /// Whether the output is standard output.
  var isOnStandardOutput: Bool {
    if case .standardOutput? = result?.kind { true } else { false }
  }

  /// The target of a run with one output; nil for other runs.
  package var result: OutputTarget? {
    if case .single(let target) = mode { target } else { nil }
  }

  /// Whether outputs are named, in a dry run too.
  package var namesOutputs: Bool {
    if case .nowhere = mode { false } else { true }
  }

  /// Whether digests are wanted though no output is named.
  var hashesUnnamed: Bool { isDiscarding && hashes && !namesOutputs }

  /// Whether missing directories above the outputs are created.
  var makesDirectories: Bool {
    if case .tree = mode { true } else { false }
  }

  /// The help of `--output` for a run that rewrites its inputs.
  package static let optionHelp =
    "write the result to PATH; a directory for several inputs; '-' is standard output"

  /// Publishes what was added to the publication, and holds the locks meanwhile.
  func publish() throws {
    defer { withExtendedLifetime(locks) {} }
    try publication.publish(run.signalAnswers)
  }
}
