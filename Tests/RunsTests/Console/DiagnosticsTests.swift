@testable import Runs
import Scan
import SystemIO
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
    let diagnostics = diagnostics()
    diagnostics.warning(
      "rating is 'five', not a number",
      at: Place(file: "ratings.ndjson", line: 1042, column: 17, byte: 99),
      documentID: "d_j_2026-W07")
    diagnostics.finish()
    #expect(
      transcript.text == "rank-jokes: warning: ratings.ndjson:1042:17 (byte 99): "
        + "rating is 'five', not a number; document 'd_j_2026-W07'\n")
  }

  @Test(arguments: [false, true])
  func `an error's hint has a line of its own, and quiet keeps it`(isQuiet: Bool) {
    diagnostics { $0.isQuiet = isQuiet }.report(
      UsageError("unknown option '-x'", hint: "try harder"))
    #expect(
      transcript.lines == [
        "rank-jokes: error: unknown option '-x'", "rank-jokes: hint: try harder",
      ])
  }

  @Test func `a warning's hint stays with it`() {
    let diagnostics = diagnostics()
    diagnostics.warning("pages are missing", hint: "get them")
    diagnostics.block("1 document")
    diagnostics.finish()
    #expect(
      transcript.lines == [
        "1 document", "rank-jokes: warning: pages are missing", "rank-jokes: hint: get them",
      ])
  }

  @Test func `escape sequences and line ends from an input are spelled out`() {
    let diagnostics = diagnostics()
    diagnostics.warning(
      "rating is '\u{1B}[2J'", at: Place(file: "a\nb", line: 1), documentID: "\u{9B}31m")
    diagnostics.finish()
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
    quietly.finish()
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
    quiet.finish()
    quiet.end(with: .badData)
    #expect(transcript.text.isEmpty)
    quiet.report(Diagnostic(.error, "e"))
    #expect(transcript.text == "rank-jokes: error: e\n")
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

  private func place(_ line: Int) -> Place { Place(file: "r", line: line, column: 3, byte: 9) }

  @Test func `warnings come below the result, a kind of them as one group`() {
    let diagnostics = diagnostics()
    for number in 1...1007 {
      diagnostics.report(
        Diagnostic(.warning, "odd \(number)", kind: "odd", isListed: true, at: place(number)))
    }
    for number in 1...6 { diagnostics.warning("twice \(number)", kind: "duplicate") }
    diagnostics.warning("no kind")
    #expect(transcript.text.isEmpty)
    diagnostics.block("the result")
    diagnostics.finish(wholeListIn: "rejects.ndjson")
    diagnostics.finish(wholeListIn: "rejects.ndjson")
    #expect(
      transcript.lines == [
        "the result",
        "rank-jokes: warning: r:1:3 (byte 9): odd 1",
        "rank-jokes: warning: 1,006 more of the kind 'odd', at r:2:3, r:3:3, …; "
          + "the whole list is in 'rejects.ndjson'",
        "rank-jokes: warning: twice 1", "rank-jokes: warning: twice 2",
        "rank-jokes: warning: twice 3",
        "rank-jokes: warning: 3 more of the kind 'duplicate'; --verbose shows them all",
        "rank-jokes: warning: no kind",
      ])
  }

  @Test func `three of a kind are printed in full, of many kinds only the first`() {
    let kinds = ["odd", "damaged", "doubtful"]
    for count in 1...kinds.count {
      let diagnostics = diagnostics()
      for kind in kinds.prefix(count) {
        for line in 1...3 { diagnostics.warning(kind, kind: kind, at: place(line)) }
      }
      diagnostics.finish()
    }
    let shown = transcript.lines
    #expect(shown.count == 3 + 6 + 6)
    #expect(shown.prefix(9).allSatisfy { $0.contains("(byte 9)") })
    #expect(
      shown.suffix(2) == [
        "rank-jokes: warning: r:1:3 (byte 9): doubtful",
        "rank-jokes: warning: 2 more of the kind 'doubtful', at r:2:3, r:3:3; "
          + "--verbose shows them all",
      ])
  }

  @Test func `verbose prints every warning as it comes`() {
    let diagnostics = diagnostics { $0.isVerbose = true }
    for number in 1...9 { diagnostics.warning("odd \(number)", kind: "odd") }
    #expect(transcript.lines.count == 9)
    diagnostics.finish()
    #expect(transcript.lines.count == 9)
  }

  @Test func `a program reads how many there were of a kind`() {
    let diagnostics = diagnostics { $0.logFormat = .json }
    for line in 1...9 { diagnostics.warning("odd", kind: "odd", at: place(line)) }
    diagnostics.finish()
    #expect(transcript.lines.last?.contains("\"kind\":\"odd\",\"count\":9") == true)
  }

  @Test func `warnings of several threads are counted together, and lines stay whole`() async {
    let diagnostics = diagnostics()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for _ in 0..<100 { diagnostics.warning("from \(task)", kind: "odd") }
        }
      }
    }
    diagnostics.finish()
    #expect(transcript.lines.count == 4)
    #expect(transcript.lines.last?.contains("797 more of the kind 'odd'") == true)
  }

  // MARK: Progress between lines

  @Test func `a line takes the progress off the terminal first`() {
    let diagnostics = diagnostics()
    diagnostics.show(.passing("50%"))
    diagnostics.note("odd")
    diagnostics.note("odd")
    diagnostics.show(.passing("60%"))
    diagnostics.show(.erased)
    diagnostics.show(.erased)
    #expect(
      transcript.all == [
        "\r50%\u{1B}[K", "\r\u{1B}[Krank-jokes: note: odd\n", "rank-jokes: note: odd\n",
        "\r60%\u{1B}[K", "\r\u{1B}[K",
      ])
  }
}
