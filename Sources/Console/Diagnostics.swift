package import ByteIO
import Synchronization

/// Everything a tool says on standard error, and how often it said it.
///
/// A class, because all parts of a run share one standard error and one count, whichever thread
/// they are on; each line is handed to the sink whole. Problems of one kind are printed five times
/// and counted from then on, unless all is to be shown. What becomes of a line is the sink's affair:
/// a standard error that cannot be written to changes nothing about the run.
package final class Diagnostics: Sendable {
  /// So many problems of one kind are printed.
  package static let printedPerKind = 5

  /// A kind of problem, as grave and as listed as the first of it.
  private struct Kind {
    var name: String
    var severity: Diagnostic.Severity
    var isListed: Bool
    var count = 0
  }

  private struct State {
    /// The kinds in the order they were first met: so few that to look at each takes less time than to
    /// hash a name.
    var kinds: [Kind] = []
    /// Of so many it was said how often they were not printed.
    var finishedKindCount = 0
    var severities = SeverityCounts()
    var isProgressShown = false
    /// Whether the last word is said; whatever else the run has to say comes too late.
    var isSilent = false

    func place(of kind: String) -> Int? { kinds.firstIndex { $0.name == kind } }
  }

  /// The name before every line.
  package let tool: String
  /// How lines are spelled.
  package let style: DiagnosticStyle
  private let sink: @Sendable (String) -> Void
  private let state = Mutex(State())

  package init(
    tool: String, style: DiagnosticStyle = DiagnosticStyle(),
    sink: @escaping @Sendable (String) -> Void
  ) {
    self.tool = tool
    self.style = style
    self.sink = sink
  }

  /// Others of the same tool and spelling that print errors alone.
  package var errorsOnly: Diagnostics {
    var style = style
    (style.isQuiet, style.isVerbose) = (true, false)
    return Diagnostics(tool: tool, style: style, sink: sink)
  }

  // MARK: What is said

  /// Prints a diagnostic, unless it is the sixth of its kind or quiet is asked for.
  package func report(_ diagnostic: Diagnostic) {
    state.withLock { state in
      if state.isSilent { return }
      state.severities[diagnostic.severity] += 1
      if let kind = diagnostic.kind {
        let place = state.place(of: kind) ?? state.kinds.count
        if place == state.kinds.count {
          state.kinds.append(
            Kind(name: kind, severity: diagnostic.severity, isListed: diagnostic.isListed))
        }
        state.kinds[place].count += 1
        if state.kinds[place].count > Self.printedPerKind, !style.isVerbose { return }
      }
      if style.isQuiet, diagnostic.severity != .error { return }
      emit(style.line(diagnostic, of: tool), &state)
    }
  }

  /// Prints the last word of a run that is being stopped while other threads may go on talking.
  func reportLast(_ diagnostic: Diagnostic) {
    state.withLock { state in
      emit(style.line(diagnostic, of: tool), &state)
      state.isSilent = true
    }
  }

  /// Prints an error and what to do about it.
  package func report(_ error: any ReportableError) {
    report(
      Diagnostic(.error, error.message, at: error.place, documentID: error.documentID))
    if let hint = error.hint { self.hint(hint) }
  }

  /// Says what may spoil the result; what is only counted is not put into words.
  package func warning(
    _ message: @autoclosure () -> String, kind: String? = nil,
    at place: @autoclosure () -> Place? = nil, documentID: String? = nil
  ) {
    if let kind, countsOnly(.warning, kind) { return }
    report(Diagnostic(.warning, message(), kind: kind, at: place(), documentID: documentID))
  }

  /// Counts a problem of which enough were printed; false where it is to be reported.
  private func countsOnly(_ severity: Diagnostic.Severity, _ kind: String) -> Bool {
    state.withLock { state in
      guard !style.isVerbose, let place = state.place(of: kind),
        state.kinds[place].count >= Self.printedPerKind
      else { return false }
      if state.isSilent { return true }
      state.kinds[place].count += 1
      state.severities[severity] += 1
      return true
    }
  }

  /// Says what is worth knowing.
  package func note(_ message: String) { report(Diagnostic(.note, message)) }

  /// Says what to do.
  package func hint(_ message: String) { report(Diagnostic(.hint, message)) }

  /// Says what only `--verbose` asks for.
  package func detail(_ message: String) {
    if style.isVerbose { note(message) }
  }

  /// Says what a person may want to do next; a log is not told.
  package func nextStep(_ message: String) {
    if style.isOnTerminal, style.logFormat == .text { hint(message) }
  }

  /// Prints a summary of several lines, unless quiet is asked for.
  package func block(_ text: String) {
    if style.isQuiet { return }
    state.withLock { state in
      if !state.isSilent { emit(style.block(text, of: tool), &state) }
    }
  }

  /// Shows progress: a line that the next one takes the place of, or one that stays.
  package func show(_ progress: ProgressMeter.Output) {
    state.withLock { state in
      if state.isSilent { return }
      switch progress {
      case .passing(let line):
        if style.logFormat == .json { return }
        sink("\r" + line + "\u{1B}[K")
        state.isProgressShown = true
      case .lasting(let line): emit(style.line(Diagnostic(.note, line), of: tool), &state)
      case .erased: emit("", &state)
      }
    }
  }

  // MARK: The end

  /// Says how many problems were not printed, and where the whole list is.
  package func finish(wholeListIn path: String? = nil) {
    let unprinted = state.withLock { state in
      defer { state.finishedKindCount = state.kinds.count }
      return state.kinds[state.finishedKindCount...].compactMap { kind in
        let more = kind.count - Self.printedPerKind
        return more > 0 && !style.isVerbose ? (kind, more) : nil
      }
    }
    for (kind, more) in unprinted {
      let problems =
        "\(Amount.count(more)) more \(more == 1 ? "problem" : "problems") of the kind '\(kind.name)'"
      let list = path.flatMap { kind.isListed ? "the whole list is in '\($0)'" : nil }
      report(Diagnostic(kind.severity, "\(problems); \(list ?? "--verbose shows them all")"))
    }
  }

  /// Ends the log: for programs, with the exit status of a run that was not simply done.
  package func end(with status: ExitStatus) {
    guard style.logFormat == .json, status != .done, status.isFailure || !style.isQuiet else {
      return
    }
    var line = LogLine(
      tool: tool, level: status.isFailure ? "error" : "info", message: "ended: \(status.meaning)")
    line.add("exit_code", Int(status.rawValue))
    state.withLock { emit(line.text, &$0) }
  }

  // MARK: What was said

  /// How many problems of a kind there were, printed or not.
  package func count(ofKind kind: String) -> Int {
    state.withLock { state in state.place(of: kind).map { state.kinds[$0].count } ?? 0 }
  }

  /// How many diagnostics of a severity there were, printed or not.
  package func count(of severity: Diagnostic.Severity) -> Int {
    state.withLock { $0.severities[severity] }
  }

  /// Takes the progress line off the terminal first, so that no line begins behind it.
  private func emit(_ text: String, _ state: inout State) {
    let eraser = state.isProgressShown ? "\r\u{1B}[K" : ""
    state.isProgressShown = false
    if !eraser.isEmpty || !text.isEmpty { sink(eraser + text) }
  }
}

/// How many diagnostics of each severity there were.
private struct SeverityCounts {
  private var errors = 0
  private var warnings = 0
  private var notes = 0
  private var hints = 0

  // No dictionary: a million dumps may have a warning each, and to hash is most of counting it.
  subscript(severity: Diagnostic.Severity) -> Int {
    get {
      switch severity {
      case .error: errors
      case .warning: warnings
      case .note: notes
      case .hint: hints
      }
    }
    set {
      switch severity {
      case .error: errors = newValue
      case .warning: warnings = newValue
      case .note: notes = newValue
      case .hint: hints = newValue
      }
    }
  }
}
