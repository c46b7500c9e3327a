@testable import Runs
import Scan
import Synchronization
import SystemIO
import Testing

struct ProgressMeterTests {
  private final class Outputs: Sendable {
    private let outputs = Mutex<[ProgressMeter.Output]>([])

    var all: [ProgressMeter.Output] { outputs.withLock { $0 } }

    func append(_ output: ProgressMeter.Output) { outputs.withLock { $0.append(output) } }
  }

  private let clock = FakeClock()
  private let outputs = Outputs()

  private func meter(_ display: ProgressMeter.Display, bytesTotal: Int? = nil) -> ProgressMeter {
    ProgressMeter(
      bytesTotal: bytesTotal, display: display, clock: { [clock] in clock.seconds },
      write: { [outputs] in outputs.append($0) })
  }

  @Test func `a terminal's line is redrawn ten times a second at most`() {
    let meter = meter(.terminal(columns: 80), bytesTotal: 1000)
    for step in 1...1000 {
      clock.seconds = 1000 + Double(step) / 1000
      meter.update(bytesDone: step, recordsDone: step)
    }
    #expect((9...10).contains(outputs.all.count))
  }

  @Test func `a terminal's line has a bar and the figures`() {
    let meter = meter(.terminal(columns: 80), bytesTotal: 200_000_000)
    clock.seconds += 10
    meter.update(bytesDone: 100_000_000, recordsDone: 450_000)
    #expect(
      outputs.all == [
        .passing(
          "[###############...............] 50%  10.0 MB/s  45,000 records/s  10 s left")
      ])
  }

  @Test(
    arguments: [
      (
        100,
        "[###############...............] pass 1 of 2: ids  50%  10.0 MB/s  45,000 records/s  10 s left"
      ),
      (50, "[#####......] pass 1 of 2: ids  50%  10.0 MB/s"), (20, "50%  10.0 MB/s"),
    ])
  func `on a terminal, the pass comes first, and goes before the share does`(
    columns: Int, line: String
  ) {
    let meter = meter(.terminal(columns: columns), bytesTotal: 200_000_000)
    meter.setPhase("pass 1 of 2: ids")
    clock.seconds += 10
    meter.update(bytesDone: 100_000_000, recordsDone: 450_000)
    #expect(outputs.all == [.passing(line)])
    #expect(meter.line().hasPrefix("50% ("))
  }

  @Test func `a log has a line every ten seconds`() {
    let meter = meter(.log, bytesTotal: 3_000_000)
    for second in 1...35 {
      clock.seconds += 1
      meter.update(bytesDone: 50_000 * second, recordsDone: 10 * second)
    }
    #expect(
      outputs.all.first
        == .lasting("16% (500 kB of 3.0 MB), 50.0 kB/s, 10 records/s, 50 s left"))
    #expect(outputs.all.count == 3)
  }

  @Test func `bytes that are read again count in the total`() {
    let meter = meter(.none, bytesTotal: 1_000_000)
    meter.addToTotal(1_000_000)
    clock.seconds += 10
    meter.update(bytesDone: 500_000, recordsDone: 10)
    #expect(meter.line() == "25% (500 kB of 2.0 MB), 50.0 kB/s, 1 records/s, 30 s left")
  }

  @Test func `without a display nothing is shown, but a signal prints a line`() {
    let meter = meter(.none)
    clock.seconds += 100
    meter.update(bytesDone: 1_000, recordsDone: 100)
    meter.finish()
    #expect(outputs.all.isEmpty)
    #expect(meter.line() == "1.0 kB done, 10 B/s, 1 records/s")
    meter.writeLine()
    #expect(outputs.all == [.lasting("1.0 kB done, 10 B/s, 1 records/s")])
  }

  @Test func `the end takes the line off once and no line follows`() {
    let meter = meter(.terminal(columns: 80))
    clock.seconds += 1
    meter.update(bytesDone: 1, recordsDone: 1)
    meter.finish()
    meter.finish()
    clock.seconds += 1
    meter.update(bytesDone: 2, recordsDone: 2)
    #expect(outputs.all.count == 2)
    #expect(outputs.all.last == .erased)
  }

  @Test(arguments: [-5, 0, 1, 2, 5, 10, 20, 30, 40, 60, 80, 200, Int.max])
  func `the line fits any terminal, with a column to spare`(columns: Int) {
    let meter = meter(.terminal(columns: columns), bytesTotal: 123_456_789_012)
    clock.seconds += 3
    meter.update(bytesDone: 12_345_678_901, recordsDone: 1_234_567)
    guard case .passing(let line)? = outputs.all.first else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(TextWidth.of(line) <= max(0, columns - 1))
  }

  @Test(
    arguments: [
      (0, 0, 0, 0.0), (0, 10, 10, 1), (10, 0, 0, 1), (10, 20, 5, 1), (-1, -1, -1, 1),
      (10, 5, 5, 0), (10, 5, 5, -3), (10, 5, 5, .nan), (10, 5, 5, .infinity),
      (Int.max, Int.max, Int.max, 1e-300), (Int.max, 1, Int.max, 1e300), (Int.min, Int.min, 0, 1),
    ] as [(Int, Int, Int, Double)])
  func `odd numbers never stop the run`(total: Int, bytes: Int, records: Int, seconds: Double) {
    for display in [ProgressMeter.Display.terminal(columns: 80), .log] {
      let meter = meter(display, bytesTotal: total)
      clock.seconds += seconds
      meter.update(bytesDone: bytes, recordsDone: records)
      #expect(!meter.line().isEmpty)
    }
  }

  @Test(arguments: [(9, "1 s left"), (4, "2 s left"), (1, "9 s left")])
  func `the time left is in whole seconds`(megabytes: Int, end: String) {
    let meter = meter(.log, bytesTotal: 10_000_000)
    clock.seconds += 1
    meter.update(bytesDone: megabytes * 1_000_000, recordsDone: 1)
    #expect(meter.line().hasSuffix(end))
  }

  @Test func `an empty input without a second passed is said plainly`() {
    #expect(meter(.log, bytesTotal: 0).line() == "0 B done")
  }
}
