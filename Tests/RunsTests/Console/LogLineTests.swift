import Foundation
@testable import Runs
import Scan
import SystemIO
import Testing

/// The log for programs, read back by another reader than ours could be.
struct LogLineTests {
  private let transcript = Transcript()

  private func diagnostics(isQuiet: Bool = false) -> Diagnostics {
    var style = DiagnosticStyle()
    style.logFormat = .json
    style.isQuiet = isQuiet
    style.isColored = true
    style.fixedTime = Timestamp(seconds: 0, nanoseconds: 120_456_000)
    return Diagnostics(tool: "rank-jokes", style: style) { [transcript] in transcript.append($0) }
  }

  private func objects() throws -> [[String: Any]] {
    try transcript.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `a diagnostic is one object with all its parts`() throws {
    let diagnostics = diagnostics()
    diagnostics.warning(
      "rating is \"five\"", kind: "unexpected-rating",
      at: Place(file: "a\\b.ndjson", line: 3, column: 4, byte: 50), documentID: "\u{1B}[2J\n\u{0}😂")
    diagnostics.finish()
    #expect(
      transcript.text
        == #"{"schema_version":1,"time":"1970-01-01T00:00:00.120Z","tool":"rank-jokes","level":"warning","#
        + #""message":"rating is \"five\"","kind":"unexpected-rating","file":"a\\b.ndjson","#
        + #""line":3,"column":4,"byte":50,"document":"\u001b[2J\n\u0000😂"}"# + "\n")
    let object = try #require(try objects().first)
    #expect(object["document"] as? String == "\u{1B}[2J\n\u{0}😂")
    #expect(object["file"] as? String == "a\\b.ndjson")
    #expect(object["byte"] as? Int == 50)
  }

  @Test func `parts that are not there are left out`() throws {
    diagnostics().note("x")
    #expect(
      try Set(#require(try objects().first).keys) == [
        "schema_version", "time", "tool", "level", "message",
      ])
  }

  @Test func `a block is an object a line`() throws {
    diagnostics().block("read 1\nkept 1\n\n")
    #expect(try objects().compactMap { $0["message"] as? String } == ["read 1", "kept 1"])
    #expect(try objects().allSatisfy { $0["level"] as? String == "info" })
  }

  @Test func `a failure's last line has the exit code, quiet or not`() throws {
    let diagnostics = diagnostics(isQuiet: true)
    diagnostics.report(UsageError("bad", hint: "h"))
    diagnostics.end(with: .usage)
    let last = try #require(try objects().last)
    #expect(last["exit_code"] as? Int == 64)
    #expect(last["level"] as? String == "error")
    #expect(try objects().map { $0["level"] as? String } == ["error", "hint", "error"])
  }

  @Test func `a line's time is that of the clock, where no other is given`() throws {
    let transcript = Transcript()
    var style = DiagnosticStyle()
    style.logFormat = .json
    Diagnostics(tool: "t", style: style) { transcript.append($0) }.note("x")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(transcript.text.utf8)) as? [String: Any])
    let time = try #require(object["time"] as? String)
    #expect(time.contains(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/), "\(time)")
  }

  @Test func `success ends without a line`() {
    diagnostics().end(with: .done)
    #expect(transcript.text.isEmpty)
  }

  @Test func `progress is never drawn into the log`() throws {
    let diagnostics = diagnostics()
    diagnostics.show(.passing("50%"))
    diagnostics.show(.lasting("50%"))
    diagnostics.show(.erased)
    #expect(try objects().count == 1)
    #expect(!transcript.text.contains("\r"))
  }
}
