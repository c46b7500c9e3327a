import Formats
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct RejectLogTests {
  private func rejectLog(
    _ words: [String] = [], _ errors: Transcript = Transcript()
  ) throws -> RejectLog {
    try RejectLog(ToolRun.sample(words, errors: errors))
  }

  @Test func `a reject is counted, said and listed`() throws {
    try TemporaryDirectory.with { directory in
      let errors = Transcript()
      let rejectLog = try rejectLog(["--rejects", directory.path(of: "rejects")], errors)
      try rejectLog.reject(
        kind: "missing", "'joke_id' is missing", at: Place(file: "f", line: 2, byte: 9),
        documentID: "d")
      #expect(rejectLog.rejectCount == 1)
      rejectLog.diagnostics.finish()
      #expect(
        errors.text.contains("rank-jokes: warning: f:2 (byte 9): 'joke_id' is missing; rejected"))
      try rejectLog.finish()?.publish()
      #expect(
        try directory.text(of: "rejects")
          .hasPrefix(
            #"{"schema_version":1,"kind":"missing","reason":"'joke_id' is missing","#
              + #""document":"d","file":"f","line":2,"byte":9,"crc32c":""#))
    }
  }

  @Test func `the list says of a record why it is not in it`() throws {
    try TemporaryDirectory.with { directory in
      let rejectLog = try rejectLog(["--rejects", directory.path(of: "rejects")])
      try rejectLog.reject(.tooLarge(Place(file: "f", byte: 0), limit: 16 << 20))
      try rejectLog.finish()?.publish()
      let text = try directory.text(of: "rejects")
      #expect(text.contains(#","byte":0,"record_left_out":"too large","crc32c":""#), "\(text)")
    }
  }

  @Test func `a reject of a list is entered as it was, missing entities by their number`() throws {
    let rejectLog = try rejectLog()
    try rejectLog.reject(.listed(Reject(kind: "k", reason: "odd", documentID: nil, place: nil)))
    try rejectLog.reject(
      .listed(Reject(kind: "k", reason: "odd", documentID: nil, place: nil, count: 5)))
    #expect(rejectLog.recordCount == 1)
    #expect(rejectLog.rejectCount == 6)
    #expect(rejectLog.missingCount == 5)
  }

  @Test func `what could not be read counts as a record too`() throws {
    let rejectLog = try rejectLog()
    try rejectLog.reject(.tooLarge(Place(file: "f", byte: 0), limit: 16 << 20))
    try rejectLog.reject(.damaged(DamagedInput(format: "NDJSON", place: nil, reason: "cut")))
    #expect(rejectLog.rejectCount == 2)
    #expect(rejectLog.recordCount == 2)
    #expect(try rejectLog.finish() == nil)
  }

  @Test(arguments: [("1", 1, true), ("1", 2, false), ("50%", 2, true), ("50%", 3, false)])
  func `more rejects than are allowed trip a guard`(
    limit: String, rejects: Int, isAllowed: Bool
  ) throws {
    let rejectLog = try rejectLog(["--max-rejects", limit])
    rejectLog.recordCount = 4
    for _ in 0..<rejects { try rejectLog.reject(kind: "k", "odd", at: nil, documentID: nil) }
    var kind: FailureKind?
    do { try rejectLog.checkLimit(RunFacts()) } catch let error as GuardViolation {
      kind = error.kind
    }
    #expect(kind == (isAllowed ? nil : .guardTripped))
  }

  @Test func `without a limit any number is allowed`() throws {
    let rejectLog = try rejectLog()
    for _ in 0..<9 { try rejectLog.reject(kind: "k", "odd", at: nil, documentID: nil) }
    try rejectLog.checkLimit(RunFacts())
  }

  @Test func `device ids have pseudonyms in the list where that is asked for`() throws {
    try TemporaryDirectory.with { directory in
      let device = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
      let rejectLog = try rejectLog(["--rejects", directory.path(of: "rejects"), "--redact"])
      try rejectLog.reject(kind: "k", "odd", at: nil, documentID: device + "_j_2026-W07")
      try rejectLog.finish()?.publish()
      let text = try directory.text(of: "rejects")
      #expect(!text.contains(device))
      #expect(text.contains("_j_2026-W07"))
    }
  }

  @Test func `a dry run lists nothing`() throws {
    try TemporaryDirectory.with { directory in
      let rejectLog = try rejectLog(["--rejects", directory.path(of: "rejects"), "--dry-run"])
      try rejectLog.reject(kind: "k", "odd", at: nil, documentID: nil)
      try rejectLog.finish()?.publish()
      #expect(try directory.names() == [])
    }
  }
}
