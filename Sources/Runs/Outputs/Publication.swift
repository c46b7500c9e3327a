import Scan
import Synchronization
import SystemIO

/// Publishes a run's outputs: renames all of them into place once the last one is finished.
struct Publication {
  /// The undo journal, which is published before all changes that it can undo; a new one is removed
  /// again if nothing is published after it.
  var journal: (output: FinishedOutput, isNew: Bool)?
  private var outputs: [FinishedOutput] = []
  /// The finished reports on the run, which are published after all outputs.
  var reports: [FinishedOutput] = []
  /// The empty directories to create.
  var directories: [String] = []
  /// The files to remove if they exist, each with its folder if that is then empty.
  var removals: [String] = []
  /// The finished batches, and whether they are published before the first output: once an output
  /// has replaced its input, the batches can no longer be computed.
  var batches: (directory: BatchDirectory, areFirst: Bool)?
  /// The list of rejects, which is published last: a run that fails earlier keeps the older list.
  var rejects: FinishedOutput?
  /// Whether the outputs restore what an interrupted run wrote, before the run itself begins.
  var isRestoring = false
  /// The commands to run after a publication that stopped halfway.
  var remedy: String?
  /// The same, if another program changed a file meanwhile, and that makes a difference.
  var remedyAfterChange: String?
  private let diagnostics: Diagnostics
  /// Whether the outputs are written nowhere, so that only reports are published.
  private let isDiscarding: Bool

  init(_ run: ToolRun) {
    diagnostics = run.diagnostics
    isDiscarding = run.arguments.isDiscarding
  }

  /// Adds a finished output.
  ///
  /// - Throws: `SystemError` if it, or one of those added before, cannot be made durable.
  mutating func add(_ output: FinishedOutput) throws(SystemError) {
    outputs.append(output)
    guard outputs.count % WrittenFile.groupSize == 0 else { return }
    for output in outputs.suffix(WrittenFile.groupSize) { try output.flush() }
  }

  /// The message for a run that stops before it publishes anything.
  static func nothingWritten(_ deed: String? = nil) -> String {
    let words = deed ?? "nothing was written"
    let kept = TemporaryFiles.keptPaths.filter { $0.hasSuffix(".part") }
    guard let first = kept.first else { return words }
    let others = kept.count > 1 ? " and \(kept.count - 1) more" : ""
    return words + "; the work so far is kept in '\(first)'\(others), and "
      + "--resume continues from it"
  }

  /// Publishes the outputs, then the batches made from the same run, the reports and the list of
  /// rejects. If the outputs replace their inputs, the batches come first.
  ///
  /// Everything is durable before anything is published.
  ///
  /// - Parameter answers: gets the message for a signal during the publication.
  func publish(_ answers: SignalAnswers) throws {
    let resultCount = outputs.count + removals.count + (batches == nil ? 0 : 1)
    let log = PublicationLog(
      count: (isDiscarding ? 0 : resultCount) + reports.count + (rejects == nil ? 0 : 1),
      isRestoring: isRestoring)
    let results = isDiscarding ? nil : log
    answers.setStopMessage { [remedy, isRestoring] in
      log.isHalfWay || isRestoring && log.isBegun
        ? [log.description, remedy].compactMap { $0 }.joined(separator: "; ")
        : log.description
    }
    for output in outputs { try output.checkTarget() }
    for output in outputs + reports { try output.flush() }
    try rejects?.flush()
    var changed = ChangedDirectories()
    do {
      if let journal { try journal.output.publish(isProvisional: journal.isNew) }
      if let batches, batches.areFirst { try publish(batches.directory, results) }
      try publishOutputs(in: &changed, results)
      for directory in directories { try makeLastingDirectory(directory, in: &changed) }
      try changed.flush()
      if let batches, !batches.areFirst { try publish(batches.directory, results) }
      for report in reports { try publish(report, in: &changed, log) }
      if let rejects { try publish(rejects, in: &changed, log) }
      try changed.flush()
    } catch let error as any ReportableError {
      guard log.isBegun else {
        // Before a summary of the failure is published.
        TemporaryFiles.removeProvisional()
        throw error
      }
      // What was published is to last; the first error is the one to report.
      do { try changed.flush() } catch {}
      let remedy = error is OutputRefusal ? remedyAfterChange ?? remedy : remedy
      throw OutputRefusal(
        error.kind, "\(error.message); \(log)", hint: log.isHalfWay ? remedy : nil)
    }
  }

  private func publishOutputs(
    in changed: inout ChangedDirectories, _ log: PublicationLog?
  ) throws {
    var count = outputs.count + removals.count
    // `EarlierRun` takes a run whose last file is published for complete, after a power cut, too.
    func flushBeforeLast() throws(SystemError) {
      count -= 1
      if count == 0 { try changed.flush() }
    }
    for output in outputs {
      try flushBeforeLast()
      try publish(output, in: &changed, log)
    }
    for path in removals {
      try flushBeforeLast()
      try removeFile(path, in: &changed) { log?.add(path) }
    }
  }

  private func publish(
    _ output: FinishedOutput, in changed: inout ChangedDirectories, _ log: PublicationLog?
  ) throws {
    let losses = try output.publish(in: &changed) { log?.add(output.path) }
    diagnostics.warn(ofLosses: losses, at: output.path)
  }

  private func publish(
    _ batches: BatchDirectory, _ log: PublicationLog?
  ) throws(SystemError) {
    try batches.publish { log?.add(batches.path) }
  }
}

extension Diagnostics {
  /// Warns of attributes that a replaced file lost, in words.
  package func warn(ofLosses losses: [String], at path: String) {
    if losses.isEmpty { return }
    warning(
      losses.joined(separator: ", ") + "; set what is missing by hand", kind: "lost attributes",
      at: Place(file: path))
  }
}

/// The paths published so far, for the thread that answers signals.
private final class PublicationLog: Sendable, CustomStringConvertible {
  private let count: Int
  private let isRestoring: Bool
  private let published = Mutex<[String]>([])

  init(count: Int, isRestoring: Bool) { (self.count, self.isRestoring) = (count, isRestoring) }

  func add(_ path: String) { published.withLock { $0.append(path) } }

  /// Whether anything was published.
  var isBegun: Bool { published.withLock { !$0.isEmpty } }
  /// Whether something was published, but not everything.
  var isHalfWay: Bool { published.withLock { !$0.isEmpty && $0.count < count } }

  var description: String {
    let paths = published.withLock { $0 }
    if paths.isEmpty { return Publication.nothingWritten() }
    let shown = paths.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let list = paths.count > 3 ? "\(shown) and \(paths.count - 3) more" : shown
    let (done, missing) = (isRestoring ? "restored" : "written", count - paths.count)
    return missing == 0
      ? "all was \(done): \(list)"
      : "\(done): \(list); not \(done): \(Amount.count(missing, of: "more output"))"
  }
}
