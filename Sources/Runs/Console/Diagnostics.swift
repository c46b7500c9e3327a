package import Scan
import Synchronization
import SystemIO

/// Everything a tool says on standard error, and how often it said it.
///
/// A class, because all parts of a run share one standard error and one count, whichever thread
/// they are on; each line is handed to the sink whole. Warnings, and notes of one kind, are held back
/// until the result is printed (`HeldWarnings`), unless all are to be shown: then each is printed as it comes. What becomes
/// of a line is the sink's affair: a standard error that cannot be written to changes nothing about
/// the run.
package final class Diagnostics: Sendable {
  private struct State {
    var held = HeldWarnings()
    var severities = SeverityCounts()
    var isProgressShown = false
    /// Whether the last word is said; whatever else the run has to say comes too late.
    var isSilent = false
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

  /// Prints a diagnostic, or holds it back where it is a warning or one of a kind; quiet prints errors
  /// alone.
  package func report(_ diagnostic: Diagnostic) {
    state.withLock { state in
      if state.isSilent { return }
      state.severities[diagnostic.severity] += 1
      let isGrouped = diagnostic.severity == .note && diagnostic.kind != nil
      let isHeld = (diagnostic.severity == .warning || isGrouped) && !style.isVerbose
      if isHeld || diagnostic.kind != nil {
        state.held.add(diagnostic, isHeld ? line(diagnostic) : nil)
      }
      if isHeld || style.isQuiet && diagnostic.severity != .error { return }
      emit(style.line(diagnostic, of: tool), &state)
    }
  }

  private func line(_ diagnostic: Diagnostic) -> HeldWarnings.Line {
    HeldWarnings.Line(
      text: style.line(diagnostic, of: tool), place: style.shortPlace(of: diagnostic))
  }

  /// Prints the last word of a run that is being stopped while other threads may go on talking.
  func reportLast(_ diagnostic: Diagnostic) {
    state.withLock { state in
      release(&state)
      emit(style.line(diagnostic, of: tool), &state)
      state.isSilent = true
    }
  }

  /// Prints an error and what to do about it.
  package func report(_ error: any ReportableError) {
    report(
      Diagnostic(
        .error, error.message, hint: error.hint ?? MissingPath.hint(for: error), at: error.place,
        documentID: error.documentID))
  }

  /// Says what may spoil the result, and what to do about it; what is only counted is not put into
  /// words.
  package func warning(
    _ message: @autoclosure () -> String, kind: String? = nil, hint: String? = nil,
    at place: @autoclosure () -> Place? = nil, documentID: String? = nil
  ) {
    if let kind, countsOnly(kind) { return }
    report(
      Diagnostic(
        .warning, message(), kind: kind, hint: hint, at: place(), documentID: documentID))
  }

  /// Counts a warning of which enough are held; false where it is to be reported.
  private func countsOnly(_ kind: String) -> Bool {
    guard !style.isVerbose else { return false }
    return state.withLock { state in
      if state.isSilent { return true }
      guard state.held.countsOnly(kind) else { return false }
      state.severities[.warning] += 1
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

  /// Prints the report of a run and then the warnings. Where the report ends with what a dry run or a
  /// check came to, that stays the last line.
  ///
  /// - Parameter path: where the whole list of the rejects is.
  package func conclude(_ report: String, wholeListIn path: String? = nil) {
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let isVerdict = lines.last.map { $0.hasPrefix("DRY RUN: ") || $0.hasPrefix("CHECK: ") } ?? false
    guard isVerdict, let verdict = lines.last else {
      block(report)
      return finish(wholeListIn: path)
    }
    block(lines.dropLast().map { $0 + "\n" }.joined())
    finish(wholeListIn: path)
    block(String(verdict))
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

  /// Prints the warnings that were held back.
  ///
  /// - Parameter path: where the whole list of the rejects is.
  package func finish(wholeListIn path: String? = nil) {
    state.withLock { release(wholeListIn: path, &$0) }
  }

  private func release(wholeListIn path: String? = nil, _ state: inout State) {
    let text = state.held.release(wholeListIn: path) { style.line($0, of: tool) }
    if !state.isSilent, !style.isQuiet { emit(text, &state) }
  }

  /// Ends the log: for programs, with the exit status of a run that was not simply done.
  package func end(with status: ExitStatus) {
    guard style.logFormat == .json, status != .done, status.isFailure || !style.isQuiet else {
      return
    }
    var line = style.logLine(
      of: tool, level: status.isFailure ? "error" : "info", "ended: \(status.meaning)")
    line.add("exit_code", Int(status.rawValue))
    state.withLock { emit(line.text, &$0) }
  }

  // MARK: What was said

  /// How many warnings of a kind there were, printed or not.
  package func count(ofKind kind: String) -> Int {
    state.withLock { $0.held.count(ofKind: kind) }
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
