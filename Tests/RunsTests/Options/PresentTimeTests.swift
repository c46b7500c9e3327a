import Runs
import Scan
import Synchronization
import SystemIO
import Testing

struct PresentTimeTests {
  @Test(
    arguments: [(nil, [:], true), (nil, ["SOURCE_DATE_EPOCH": "7"], false), (5, [:], false)]
      as [(Int64?, [String: String], Bool)])
  func `only the clock's time is told`(
    seconds: Int64?, variables: [String: String], isTold: Bool
  ) throws {
    let arguments = Arguments(reading: seconds.map { ["--now=\($0)"] } ?? [])
    let present = try PresentTime(arguments, Environment(variables))
    let said = Mutex("")
    present.tell(Diagnostics(tool: "x") { text in said.withLock { $0 += text } })
    let line = "x: note: using the current time, \(present.time); set it with --now\n"
    #expect(said.withLock { $0 } == (isTold ? line : ""))
  }
}
