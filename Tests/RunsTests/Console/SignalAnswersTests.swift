import Scan
import SystemIO
import Testing

@testable import Runs

struct SignalAnswersTests {
  private let errors = Transcript()

  /// Runs the sample tool, with signals sent by the body.
  private func run(_ arguments: [String], _ body: (ToolRun) -> Void) -> ExitStatus {
    let surroundings = Surroundings(
      environment: Environment([:]), errorsAreOnTerminal: false, outputColumns: nil,
      errorColumns: nil, clock: { 0 },
      writeOutput: { text throws(SystemError) in Issue.record("printed \(text)") },
      writeErrors: { [errors] in errors.append($0) },
      prepare: { [errors] _ in errors.append("prepared\n") })
    return runTool(SampleTool.tool, arguments: arguments, in: surroundings) { run in
      body(run)
      return .done
    }
  }

  @Test func `the process is prepared before anything is said`() {
    #expect(run(["--bogus"]) { _ in } == .usage)
    #expect(errors.lines.first == "prepared")
    #expect(errors.lines.filter { $0 == "prepared" }.count == 1)
  }

  @Test func `progress is told when asked, even quietly`() {
    _ = run(["a", "-q"]) { run in
      run.signalAnswers.answerProgress()
      run.progressMeter(bytesTotal: nil).update(bytesDone: 1_500, recordsDone: 2)
      run.signalAnswers.answerProgress()
    }
    #expect(
      errors.lines.dropFirst() == [
        "rank-jokes: note: not reading yet", "rank-jokes: note: 1.5 kB done",
      ])
  }

  @Test(arguments: [
    (StopSignal.hangUp, "hung up"), (.interrupt, "interrupted"), (.terminate, "terminated"),
  ])
  func `a stopped run says what it leaves behind`(signal: StopSignal, word: String) {
    _ = run(["a", "-q"]) { run in
      run.signalAnswers.answerStop(signal)
      run.signalAnswers.setStopMessage { "2 of 3 files were written" }
      run.signalAnswers.answerStop(signal)
    }
    #expect(
      errors.lines.dropFirst() == [
        "rank-jokes: error: \(word): nothing was written",
        "rank-jokes: error: \(word): 2 of 3 files were written",
      ])
  }

  @Test func `nothing is said after the last word`() {
    _ = run(["a"]) { run in
      run.signalAnswers.answerStop(.terminate)
      run.diagnostics.note("still at work")
      run.diagnostics.block("done")
      run.diagnostics.show(.lasting("half of it"))
    }
    #expect(errors.lines.last == "rank-jokes: error: terminated: nothing was written")
  }

  @Test func `a stopped run's log ends with its status`() {
    _ = run(["a", "--log-format=json"]) { $0.signalAnswers.answerStop(.interrupt) }
    #expect(errors.lines.last?.contains(#""exit_code":130"#) == true)
  }
}
