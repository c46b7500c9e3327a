import Foundation
import Scan
import Synchronization
import SystemIO
import TestSupport
import Testing
@testable import Runs

/// How far a run is, over several inputs, several readings, and compressed ones.
struct RunProgressTests {
  private final class Clock: Sendable {
    private let now = Mutex(0.0)
    var seconds: Double { now.withLock { $0 } }
    func advance() { now.withLock { $0 += 10 } }
  }

  private let clock = Clock()

  private func meter(_ byteCount: Int) -> ProgressMeter {
    ProgressMeter(
      bytesTotal: byteCount, display: .none, clock: { [clock] in clock.seconds }, write: { _ in })
  }

  private func inputs(_ directory: TemporaryDirectory, _ byteCounts: [Int]) throws -> InputList {
    let paths = try byteCounts.enumerated().map { number, byteCount in
      try directory.write(String(repeating: "x", count: byteCount), to: "\(number)")
    }
    return try InputList(paths)
  }

  @Test func `an input that was passed over is done with`() throws {
    try TemporaryDirectory.with { directory in
      let inputs = try inputs(directory, [600, 400]).inputs
      let meter = meter(1000)
      let progress = RunProgress(meter)
      progress.begin(inputs[0])
      progress.begin(inputs[1])
      clock.advance()
      progress.advance(to: 200)
      #expect(meter.line().hasPrefix("80% (800 B of 1.0 kB), 80 B/s"), "\(meter.line())")
    }
  }

  @Test func `an input that is looked at ahead is read twice`() throws {
    try TemporaryDirectory.with { directory in
      let inputs = try inputs(directory, [500, 500]).inputs
      let meter = meter(1000)
      let progress = RunProgress(meter)
      progress.begin(inputs[0])
      for input in inputs {
        progress.beginLookAhead(at: input, nil)
        progress.advance(to: 500)
        progress.endLookAhead(at: input)
      }
      clock.advance()
      progress.advance(to: 250)
      #expect(meter.line().hasPrefix("62% (1.3 kB of 2.0 kB), 125 B/s"), "\(meter.line())")
      #expect(progress.byteCount == 250)
    }
  }

  @Test func `of a compressed input, what is read of the file counts`() throws {
    try TemporaryDirectory.with { directory in
      let text = String(repeating: "{\"rating\":5}\n", count: 200_000)
      let path = directory.path(of: "in.gz")
      try compressed(Data(text.utf8), with: "gzip").write(to: URL(fileURLWithPath: path))
      let input = try InputList([path]).inputs[0]
      let meter = meter(input.status.byteCount)
      let progress = RunProgress(meter)
      let source = try OpenInput(input, format: nil)
      let count = source.fed
      let fed = try #require(count)
      progress.begin(input, fed)
      var window = source.takeWindow()
      while try window.refill() == .more { window.drop(window.count) }
      #expect(fed.value == input.status.byteCount)
      clock.advance()
      progress.advance(to: window.byteCountRead)
      #expect(meter.line().hasPrefix("100% ("), "\(meter.line())")
      #expect(progress.byteCount == text.utf8.count)
    }
  }
}
