package import Scan
package import SystemIO

/// How diagnostics are spelled, and which of them are printed at all.
package struct DiagnosticStyle: Sendable {
  package var logFormat = LogFormat.text
  /// Whether only errors are printed.
  package var isQuiet = false
  /// Whether details are printed too.
  package var isVerbose = false
  /// Whether the word that says how grave a message is has a colour.
  package var isColored = false
  /// Whether a person looks at the lines as they come.
  package var isOnTerminal = false
  /// The time of each line of a log for programs, where it is not that of the clock.
  package var fixedTime: Timestamp?
  /// Puts pseudonyms for device ids, where that is asked for.
  package var redactor: Redactor?

  package init() {}

  /// The style a user asked for, on the standard error there is.
  package init(_ arguments: Arguments, onTerminal: Bool, environment: Environment) {
    logFormat = arguments[.logFormat]
    isQuiet = arguments[.quiet]
    isVerbose = arguments[.verbose]
    isColored = arguments[.color].isColored(onTerminal: onTerminal, environment: environment)
    isOnTerminal = onTerminal
    fixedTime = arguments[.now]
    redactor = arguments[.redact] ? Redactor() : nil
  }
}

extension DiagnosticStyle {
  /// The diagnostic as a line, with its end, and its hint as another.
  func line(_ diagnostic: Diagnostic, of tool: String) -> String {
    let hint = diagnostic.hint.map { line(Diagnostic(.hint, $0), of: tool) } ?? ""
    switch logFormat {
    case .text: return textLine(diagnostic, of: tool) + hint
    case .json: return jsonLine(diagnostic, of: tool) + hint
    }
  }

  /// The file, line and column of a diagnostic; its byte where there is no line.
  func shortPlace(of diagnostic: Diagnostic) -> String? {
    place(of: diagnostic).map { place in
      var place = place
      if place.line != nil { place.byte = nil }
      return VisibleText.of("\(place)")
    }
  }

  /// A report of several lines: as it is for people, an object a line for programs.
  func block(_ text: String, of tool: String) -> String {
    let text = redacted(text)
    switch logFormat {
    case .text: return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    case .json:
      return text.split(separator: "\n").map {
        logLine(of: tool, level: "info", String($0)).text
      }.joined()
    }
  }

  private func textLine(_ diagnostic: Diagnostic, of tool: String) -> String {
    let document = diagnostic.documentID.map { "; document '\(redacted(documentID: $0))'" } ?? ""
    let said = VisibleText.of(words(of: diagnostic) + document)
    return "\(tool): \(colored(diagnostic.severity)): \(said)\n"
  }

  /// A line of the log for programs, to which more can be added.
  func logLine(of tool: String, level: String, _ message: String) -> LogLine {
    var time = fixedTime ?? .clock
    // Finer than that no two lines need be told apart.
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
    line.add("document", diagnostic.documentID.map(redacted(documentID:)))
    return line.text
  }

  /// Where it was and what, in one line.
  package func words(of diagnostic: Diagnostic) -> String {
    (place(of: diagnostic).map { "\($0): " } ?? "") + message(of: diagnostic)
  }

  private func place(of diagnostic: Diagnostic) -> Place? {
    diagnostic.place.map { redactor?.redact($0, of: diagnostic.documentID) ?? $0 }
  }

  private func message(of diagnostic: Diagnostic) -> String {
    redactor?.redact(diagnostic.message, naming: diagnostic.documentID) ?? diagnostic.message
  }

  private func redacted(documentID: String) -> String {
    redactor?.redact(documentID: documentID) ?? documentID
  }

  private func redacted(_ text: String) -> String { redactor?.redact(text) ?? text }

  private func colored(_ severity: Diagnostic.Severity) -> String {
    let word = severity.rawValue
    guard isColored else { return word }
    let color =
      switch severity {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "36"
      case .hint: "32"
      }
    return "\u{1B}[\(color)m\(word)\u{1B}[0m"
  }
}
