import Scan
import Synchronization
import SystemIO
import Testing
@testable import Runs

/// The messages of a run that failed before it published anything.
struct RunLifecycleTests {
  private static let tool = ToolDescription(
    name: "rank-jokes", version: "1.2.0", summary: "Rank jokes", usage: ["INPUT"], examples: [],
    promise: "It changes nothing.", operands: .init("INPUT", "a file"),
    options: OptionTable([]), notes: [], exits: [])

  /// The message of a run that fails after its result went to a stream, or before.
  private func said(of error: any Error, isStreamed: Bool) -> String {
    let said = Mutex("")
    let surroundings = Surroundings(
      environment: Environment([:]), errorsAreOnTerminal: false, outputColumns: nil,
      errorColumns: nil, clock: { 0 }, writeOutput: { _ throws(SystemError) in },
      writeErrors: { text in said.withLock { $0 += text } })
    _ = runTool(Self.tool, arguments: ["a"], in: surroundings) { run in
      try RunLifecycle.of(run) { run in
        run.facts.isResultStreamed = isStreamed
        throw error
      }
    }
    return said.withLock { $0 }
  }

  private static let failures: [any Error & Sendable] = [
    InternalFault("the books do not balance"), GuardViolation(message: "too few", advice: "look"),
  ]

  @Test(arguments: failures.indices)
  func `a failure after output to a stream does not say that nothing was published`(index: Int) {
    let kept = said(of: Self.failures[index], isStreamed: false)
    #expect(kept.contains("hint: nothing was published; "), "\(kept)")
    let streamed = said(of: Self.failures[index], isStreamed: true)
    #expect(streamed.contains("hint: the stream has partial output, which"), "\(streamed)")
    #expect(!streamed.contains("nothing was published"), "\(streamed)")
  }
}
