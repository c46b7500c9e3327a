@testable import Runs
import Scan
import SystemIO
import Testing

struct PresentTimeTests {
  @Test(
    arguments: [(nil, [:], true), (nil, ["SOURCE_DATE_EPOCH": "7"], false), (5, [:], false)]
      as [(Int64?, [String: String], Bool)])
  func `only the clock's time is told`(
    seconds: Int64?, variables: [String: String], isTold: Bool
  ) throws {
    let errors = Transcript()
    let run = ToolRun.sample(
      seconds.map { ["--now=\($0)"] } ?? [], variables: variables, errors: errors)
    let now = try run.now
    run.tell(ofNow: now)
    let line = "rank-jokes: note: using the current time, \(now); set it with --now\n"
    #expect(errors.text == (isTold ? line : ""))
  }

  @Test func `the variable wins over the clock`() throws {
    let present = try Timestamp.present(Environment(["SOURCE_DATE_EPOCH": "1772337906"]))
    #expect(present.description == "2026-03-01T04:05:06Z")
  }

  @Test(arguments: [[:], ["SOURCE_DATE_EPOCH": ""]])
  func `without it the clock is asked`(variables: [String: String]) throws {
    #expect(try Timestamp.present(Environment(variables)) > Timestamp(seconds: 1_700_000_000))
  }

  @Test(arguments: ["now", "1.5", "99999999999999", " 1", "+5"])
  func `anything but whole seconds is a usage error`(text: String) {
    #expect(throws: UsageError.self) {
      try Timestamp.present(Environment(["SOURCE_DATE_EPOCH": text]))
    }
  }
}
