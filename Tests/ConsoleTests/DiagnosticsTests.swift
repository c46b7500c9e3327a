import ByteIO
import Console
import Testing

struct DiagnosticsTests {
  private let transcript = Transcript()

  private func diagnostics(_ change: (inout DiagnosticStyle) -> Void = { _ in }) -> Diagnostics {
    var style = DiagnosticStyle()
    change(&style)
    return Diagnostics(tool: "rank-jokes", style: style) { [transcript] in transcript.append($0) }
  }

  // MARK: One line

  @Test func `the place comes first and the document last`() {
    diagnostics().warning(
      "rating is 'five', not a number",
      at: Place(file: "ratings.ndjson", line: 1042, column: 17, byte: 99),
      documentID: "d_j_2026-W07")
    #expect(
      transcript.text == "rank-jokes: warning: ratings.ndjson:1042:17 (byte 99): "
        + "rating is 'five', not a number; document 'd_j_2026-W07'\n")
  }

  @Test func `an error's hint has a line of its own`() {
    diagnostics().report(UsageError("unknown option '-x'", hint: "try harder"))
    #expect(
      transcript.all == [
        "rank-jokes: error: unknown option '-x'\n", "rank-jokes: hint: try harder\n",
      ])
  }

  @Test func `escape sequences and line ends from an input are spelled out`() {
    diagnostics().warning(
      "rating is '\u{1B}[2J'", at: Place(file: "a\nb", line: 1), documentID: "\u{9B}31m")
    #expect(
      transcript.text
        == "rank-jokes: warning: a\\nb:1: rating is '\\e[2J'; document '\\u{9B}31m'\n")
  }

  @Test func `only the word that says how grave it is has a colour`() {
    diagnostics { $0.isColored = true }.report(Diagnostic(.error, "no"))
    #expect(transcript.text == "rank-jokes: \u{1B}[1;31merror\u{1B}[0m: no\n")
  }

  @Test func `device ids become pseudonyms where that is asked for`() {
    let device = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
    let quietly = diagnostics { $0.redactor = Redactor() }
    quietly.warning("odd", documentID: device + "_j_w")
    quietly.block("device \(device)\n")
    #expect(!transcript.text.contains(device))
    #expect(transcript.text.contains("document 'device-"))
  }

  // MARK: Which lines

  @Test func `quiet prints errors alone`() {
    let quiet = diagnostics {
      $0.isQuiet = true
      $0.isVerbose = true
    }
    quiet.warning("w")
    quiet.note("n")
    quiet.hint("h")
    quiet.detail("d")
    quiet.block("b")
    quiet.end(with: .badData)
    #expect(transcript.text.isEmpty)
    quiet.report(Diagnostic(.error, "e"))
    #expect(transcript.text == "rank-jokes: error: e\n")
    #expect(quiet.count(of: .warning) == 1)
  }

  @Test func `details are for those who asked`() {
    diagnostics().detail("d")
    #expect(transcript.text.isEmpty)
    diagnostics { $0.isVerbose = true }.detail("d")
    #expect(transcript.text == "rank-jokes: note: d\n")
  }

  @Test func `what to do next is said to a person`() {
    diagnostics().nextStep("undo: …")
    #expect(transcript.text.isEmpty)
    diagnostics { $0.isOnTerminal = true }.nextStep("undo: …")
    #expect(transcript.text == "rank-jokes: hint: undo: …\n")
  }

  @Test func `a block is printed as it is`() {
    diagnostics().block("read   12\nkept   11")
    #expect(transcript.text == "read   12\nkept   11\n")
  }

  // MARK: Grouping

  @Test func `the sixth of a kind is counted and no longer printed`() {
    let diagnostics = diagnostics()
    for number in 1...1007 {
      diagnostics.report(Diagnostic(.warning, "odd \(number)", kind: "odd", isListed: true))
    }
    for number in 1...6 { diagnostics.warning("twice \(number)", kind: "duplicate") }
    for number in 1...5 { diagnostics.warning("rare \(number)", kind: "rare") }
    diagnostics.warning("no kind")
    #expect(transcript.lines.count == 5 + 5 + 5 + 1)
    diagnostics.finish(wholeListIn: "rejects.ndjson")
    diagnostics.finish(wholeListIn: "rejects.ndjson")
    #expect(
      Array(transcript.lines.dropFirst(16)) == [
        "rank-jokes: warning: 1,002 more problems of the kind 'odd'; "
          + "the whole list is in 'rejects.ndjson'",
        "rank-jokes: warning: 1 more problem of the kind 'duplicate'; --verbose shows them all",
      ])
    #expect(diagnostics.count(ofKind: "odd") == 1007)
    #expect(diagnostics.count(ofKind: "never") == 0)
  }

  @Test func `threads share the count and the lines stay whole`() async {
    let diagnostics = diagnostics()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for _ in 0..<100 { diagnostics.warning("from \(task)", kind: "odd") }
        }
      }
    }
    #expect(diagnostics.count(ofKind: "odd") == 800)
    #expect(transcript.lines.count == 5)
  }

  // MARK: Progress between lines

  @Test func `a line takes the progress off the terminal first`() {
    let diagnostics = diagnostics()
    diagnostics.show(.passing("50%"))
    diagnostics.warning("odd")
    diagnostics.warning("odd")
    diagnostics.show(.passing("60%"))
    diagnostics.show(.erased)
    diagnostics.show(.erased)
    #expect(
      transcript.all == [
        "\r50%\u{1B}[K", "\r\u{1B}[Krank-jokes: warning: odd\n", "rank-jokes: warning: odd\n",
        "\r60%\u{1B}[K", "\r\u{1B}[K",
      ])
  }
}
