package import Scan
import Synchronization
import SystemIO

/// The messages of a run on standard error.
///
/// A class, because all parts of a run share standard error, on any thread; each line goes to the
/// sink whole. Warnings, and notes with a kind, are held back until the result is printed
/// (`HeldWarnings`); with `--verbose` each is printed at once. Failures to write to standard error
/// are left to the sink, and do not affect the run.
package final class Diagnostics: Sendable {
  private struct State {
    var held = HeldWarnings()
    var isProgressShown = false
    /// Whether the last message was printed; later ones are dropped.
    var isSilent = false
  }

  /// The name at the start of each line.
  package let tool: String
  /// The format of the lines.
  package let style: DiagnosticStyle
  private let sink: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameter sink: prints text to standard error; it is called under a lock.
  package init(
    tool: String, style: DiagnosticStyle = DiagnosticStyle(),
    sink: @escaping @Sendable (String) -> Void
  ) {
    self.tool = tool
    self.style = style
    self.sink = sink
  }

  /// Diagnostics of the same tool and style that print errors only.
  ///
  /// - Parameter isRedacted: whether files are redacted, even if messages are not.
  func errorsOnly(isRedacted: Bool) -> Diagnostics {
    var style = style
    (style.isQuiet, style.isVerbose) = (true, false)
    if isRedacted, !style.fileRedactor.isOn { style.fileRedactor = Redactor() }
    return Diagnostics(tool: tool, style: style, sink: sink)
  }

  // MARK: Messages

  /// Prints a diagnostic; holds back warnings and notes with a kind; drops all but errors if quiet.
  package func report(_ diagnostic: Diagnostic) {
    state.withLock { state in
      if state.isSilent { return }
      let isGrouped = diagnostic.severity == .note && diagnostic.kind != nil
      let isHeld = (diagnostic.severity == .warning || isGrouped) && !style.isVerbose
      if isHeld || diagnostic.kind != nil || diagnostic.severity == .warning {
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

  /// Prints the last message of a run that is being stopped, while other threads may still report.
  func reportLast(_ diagnostic: Diagnostic) {
    state.withLock { state in
      release(&state)
      emit(style.line(diagnostic, of: tool), &state)
      state.isSilent = true
    }
  }

  /// Prints an error and its hint.
  package func report(_ error: any ReportableError) {
    report(
      Diagnostic(
        .error, error.message, hint: error.hint ?? MissingPath.hint(for: error), at: error.place,
        documentID: error.documentID))
  }

  /// Reports a warning and its hint. The message is not built if the warning is only counted.
  package func warning(
    _ message: @autoclosure () -> String, kind: String? = nil, hint: String? = nil,
    at place: @autoclosure () -> Place? = nil, documentID: String? = nil
  ) {
    if let kind, countsOnly(kind) { return }
    report(
      Diagnostic(
        .warning, message(), kind: kind, hint: hint, at: place(), documentID: documentID))
  }

  /// Warns, in a run that writes nothing, of an error that the real run would have.
  func warn(ofObstacle message: String, at place: Place? = nil) {
    warning("the real run would fail: \(message)", kind: "obstacle", at: place)
  }

  /// Whether an obstacle was warned of.
  var hasObstacle: Bool {
    state.withLock { $0.held.groups.contains { $0.kind == "obstacle" } }
  }

  /// Counts a warning if enough of its kind are held; false if it must be reported.
  private func countsOnly(_ kind: String) -> Bool {
    guard !style.isVerbose else { return false }
    return state.withLock { $0.isSilent || $0.held.countsOnly(kind) }
  }

  /// Reports a note.
  package func note(_ message: String) { report(Diagnostic(.note, message)) }

  /// Reports a hint.
  package func hint(_ message: String) { report(Diagnostic(.hint, message)) }

  /// Points at the help, after a usage error.
  func hintAtHelp(of tool: ToolDescription) { hint("see '\(tool.name) --help'") }

  /// Reports a note with `--verbose` only.
  package func detail(_ message: String) {
    if style.isVerbose { note(message) }
  }

  /// Prints a hint about the next command, on a terminal only.
  package func nextStep(_ message: String) {
    if style.isOnTerminal, style.logFormat == .text { hint(message) }
  }

  /// Prints a summary of several lines, unless quiet.
  package func block(_ text: String) {
    if style.isQuiet { return }
    state.withLock { state in
      if !state.isSilent { emit(style.block(text, of: tool), &state) }
    }
  }

  /// Prints a run's report, then the held warnings. The verdict of a dry run or a check stays the
  /// last line.
  ///
  /// - Parameter path: the file with all rejects.
  func conclude(_ report: String, wholeListIn path: String? = nil) {
    let lastLine = report.dropLast().lastIndex(of: "\n").map(report.index(after:))
    let verdict = report[(lastLine ?? report.startIndex)...]
    guard verdict.hasPrefix("DRY RUN: ") || verdict.hasPrefix("CHECK: ") else {
      block(report)
      return finish(wholeListIn: path)
    }
    block(String(report[..<verdict.startIndex]))
    finish(wholeListIn: path)
    block(String(verdict))
  }

  /// Shows progress: a line that the next one overwrites, or one that stays.
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

  /// Prints the held warnings.
  ///
  /// - Parameter path: the file with all rejects.
  package func finish(wholeListIn path: String? = nil) {
    state.withLock { release(wholeListIn: path, &$0) }
  }

  private func release(wholeListIn path: String? = nil, _ state: inout State) {
    let text = state.held.release(wholeListIn: path) { style.line($0, of: tool) }
    if !state.isSilent, !style.isQuiet { emit(text, &state) }
  }

  /// Ends the log: in JSON, with the exit status unless it is 0.
  package func end(with status: ExitStatus) {
    guard style.logFormat == .json, status != .done, status.isFailure || !style.isQuiet else {
      return
    }
    var line = style.logLine(
      of: tool, level: status.isFailure ? "error" : "info", "ended: \(status.meaning)")
    line.add("exit_code", Int(status.rawValue))
    let text = line.text()
    state.withLock { emit(text, &$0) }
  }

  /// The warnings so far, by kind, printed or not.
  var groups: [HeldWarnings.Group] { state.withLock { $0.held.groups } }

  /// Erases the progress line first, then prints.
  private func emit(_ text: String, _ state: inout State) {
    let eraser = state.isProgressShown ? "\r\u{1B}[K" : ""
    state.isProgressShown = false
    if !eraser.isEmpty || !text.isEmpty { sink(eraser + text) }
  }
}
