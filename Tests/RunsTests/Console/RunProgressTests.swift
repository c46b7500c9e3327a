import Foundation
import Scan
import Synchronization
import SystemIO
import TestSupport
import Testing
@testable import Runs

/// The progress of a run over several inputs, several passes, and compressed inputs.
struct RunProgressTests {
  private final class Clock: Sendable {
    private let now = Mutex(0.0)
    var seconds: Double { now.withLock { $0 } }
    func advance() { now.withLock { $0 += 10 } }
  }

  private let clock = Clock()

  private let shown = Shown()

  private final class Shown: Sendable {
    private let outputs = Mutex<[ProgressMeter.Output]>([])
    func append(_ output: ProgressMeter.Output) { outputs.withLock { $0.append(output) } }
    /// The last line shown.
    var line: String {
      guard case .passing(let line)? = outputs.withLock({ $0.last }) else { return "" }
      return line
    }
  }

  private func meter(
    _ byteCount: Int, _ display: ProgressMeter.Display = .none
  ) -> ProgressMeter {
    ProgressMeter(
      bytesTotal: byteCount, display: display, clock: { [clock] in clock.seconds },
      write: { [shown] in shown.append($0) })
  }

  private func inputs(_ directory: TemporaryDirectory, _ byteCounts: [Int]) throws -> InputList {
    let paths = try byteCounts.enumerated().map { number, byteCount in
      try directory.write(String(repeating: "x", count: byteCount), to: "\(number)")
    }
    return try InputList(paths)
  }

  @Test func `a skipped input counts as read`() throws {
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

  @Test func `an input that is read ahead counts twice`() throws {
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

  @Test func `a run of several passes says which one it is in, a run of one does not`() throws {
    try TemporaryDirectory.with { directory in
      let input = try inputs(directory, [500]).inputs[0]
      for (count, pass) in [(2, "pass 2 of 2: changes"), (1, nil)] {
        let progress = RunProgress(meter(1000, .terminal(columns: 80)), passCount: count)
        func advance() {
          clock.advance()
          progress.advance(to: 100)
        }
        progress.beginPass(for: "ids")
        progress.begin(input)
        advance()
        #expect(shown.line.contains("pass 1 of 2: ids") == (pass != nil), "\(shown.line)")
        if count > 1 { progress.beginPass(for: "changes") }
        progress.begin(input)
        progress.beginLookAhead(at: input, nil)
        advance()
        #expect(shown.line.contains("latest rows"), "\(shown.line)")
        progress.endLookAhead(at: input)
        advance()
        #expect(!shown.line.contains("latest rows"), "\(shown.line)")
        #expect(pass.map(shown.line.contains) ?? !shown.line.contains("pass"), "\(shown.line)")
      }
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
