import Scan
package import SystemIO

/// The format of diagnostics, and which of them are printed.
package struct DiagnosticStyle: Sendable {
  /// Whether lines are text or JSON.
  var logFormat = LogFormat.text
  /// Whether only errors are printed.
  package var isQuiet = false
  /// Whether details are printed too.
  package var isVerbose = false
  /// Whether severities, and words in tables, are coloured.
  package var isColored = false
  /// Whether standard error is a terminal.
  var isOnTerminal = false
  /// The time of JSON lines; nil uses the clock.
  var fixedTime: Timestamp?
  /// Replaces device ids in messages.
  package var redactor = Redactor(isOn: false)
  /// The same for the files of the run; a verification has it if the recorded run was redacted.
  package var fileRedactor = Redactor(isOn: false)

  package init() {}

  /// The style that the options ask for, given the kind of standard error.
  package init(_ arguments: Arguments, onTerminal: Bool, environment: Environment) {
    logFormat = arguments[.logFormat]
    isQuiet = arguments[.quiet]
    isVerbose = arguments[.verbose]
    isColored =
      logFormat == .text
      && arguments[.color].isColored(onTerminal: onTerminal, environment: environment)
    isOnTerminal = onTerminal
    fixedTime = arguments[.now]
    redactor = Redactor(isOn: arguments[.redact])
    fileRedactor = redactor
  }
}

extension DiagnosticStyle {
  /// The diagnostic as a line, and its hint as another.
  func line(_ diagnostic: Diagnostic, of tool: String) -> String {
    let hint = diagnostic.hint.map { line(Diagnostic(.hint, $0), of: tool) } ?? ""
    switch logFormat {
    case .text: return textLine(diagnostic, of: tool) + hint
    case .json: return jsonLine(diagnostic, of: tool) + hint
    }
  }

  /// The file, line and column of a diagnostic, or the byte if it has no line.
  func shortPlace(of diagnostic: Diagnostic) -> String? {
    place(of: diagnostic).map { place in
      var place = place
      if place.line != nil { place.byte = nil }
      return VisibleText.of("\(place)")
    }
  }

  /// A report of several lines: unchanged as text, one object per line as JSON.
  func block(_ text: String, of tool: String) -> String {
    let text = redactor.redact(text)
    switch logFormat {
    case .text: return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    case .json:
      return text.split(separator: "\n").map {
        logLine(of: tool, level: "info", String($0)).text()
      }.joined()
    }
  }

  private func textLine(_ diagnostic: Diagnostic, of tool: String) -> String {
    let said = VisibleText.of(sentence(of: diagnostic))
    return "\(tool): \(colored(diagnostic.severity)): \(said)\n"
  }

  /// A JSON log line, which can take more members.
  func logLine(of tool: String, level: String, _ message: String) -> LogLine {
    var time = fixedTime ?? .clock
    // Milliseconds tell lines apart well enough.
    time.nanoseconds -= time.nanoseconds % 1_000_000
    return LogLine(time: time, tool: tool, level: level, message: message)
  }

  private func jsonLine(_ diagnostic: Diagnostic, of tool: String) -> String {
    var line = logLine(
      of: tool, level: diagnostic.severity.rawValue, message(of: diagnostic))
    line.add("kind", diagnostic.kind)
    line.add("count", diagnostic.count)
    line.add("file", place(of: diagnostic)?.file)
    line.add("line", diagnostic.place?.line)
    line.add("column", diagnostic.place?.column)
    line.add("byte", diagnostic.place?.byte)
    if diagnostic.place?.isDecompressed == true { line.add("after_decompression", true) }
    line.add("document", diagnostic.documentID.map(redactor.redact(documentID:)))
    return line.text()
  }

  /// The place, the message and the document, in one line.
  func sentence(of diagnostic: Diagnostic) -> String {
    words(of: diagnostic)
      + (diagnostic.documentID.map { "; document '\(redactor.redact(documentID: $0))'" } ?? "")
  }

  /// The place and the message, in one line.
  package func words(of diagnostic: Diagnostic) -> String {
    (place(of: diagnostic).map { "\($0): " } ?? "") + message(of: diagnostic)
  }

  private func place(of diagnostic: Diagnostic) -> Place? {
    diagnostic.place.map { redactor.redact($0, of: diagnostic.documentID) }
  }

  private func message(of diagnostic: Diagnostic) -> String {
    diagnostic.isListed
      ? redactor.redact(reason: diagnostic.message, naming: diagnostic.documentID)
      : redactor.redact(diagnostic.message, naming: diagnostic.documentID)
  }

  private func colored(_ severity: Diagnostic.Severity) -> String {
    let word = severity.rawValue
    guard isColored else { return word }
    let color: TextColor =
      switch severity {
      case .error: .boldRed
      case .warning: .boldYellow
      case .note: .cyan
      case .hint: .green
      }
    return color.text(word)
  }
}

/// The format of the lines on standard error.
enum LogFormat: String, CaseIterable, Sendable, ArgumentValue {
  /// Lines for people.
  case text
  /// One JSON object per line, for programs.
  case json
}
