@testable import Runs
import Scan
import SystemIO
import Testing

struct OptionTests {
  private func read(_ arguments: String...) -> Invocation { SampleTool.table.read(arguments) }

  @Test func `a tool can say more precisely what an option does`() {
    let option: Option<String?> = .format.withHelp("ndjson or rest")
    #expect(option.declaration.help == "ndjson or rest")
    #expect(option.declaration.name == "format")
  }

  @Test func `shared options have the role that their declaration states`() {
    func names(_ role: OptionRole) -> [String] {
      SampleTool.table.sections.dropFirst().dropLast().flatMap(\.options)
        .filter { $0.role == role }.map(\.name).sorted()
    }
    #expect(
      names(.result) == [
        "force", "format", "in-place", "journal", "mended", "now", "output", "rejects", "salvage",
      ])
    #expect(names(.guarding) == ["expect-count", "expect-sha256", "max-rejects", "prove-undo"])
  }

  @Test func `an option has its default until it is given`() {
    #expect(Arguments()[.batchSize] == 500)
    #expect(read("--batch-size", "7").arguments[.batchSize] == 7)
    #expect(Arguments()[.hash] == nil)
    #expect(read("--hash").arguments[.hash] == true)
    #expect(read("--no-hash").arguments[.hash] == false)
  }

  @Test func `a value that was refused leaves the default`() {
    #expect(read("--batch-size", "501").arguments[.batchSize] == 500)
    #expect(read("--color", "red").arguments[.color] == .auto)
  }

  @Test func `an option declared twice with different types is our mistake`() async {
    await #expect(processExitsWith: .failure) {
      let arguments = SampleTool.table.read(["--output", "x"]).arguments
      _ = arguments[Option<Int?>("output", "PATH", "x")]
    }
  }

  @Test(arguments: [1, 2, 256])
  func `as many workers share the work as jobs were asked for`(count: Int) {
    #expect(read("--jobs", "\(count)").arguments.workerCount == count)
  }

  @Test func `each processor has a worker where no jobs are asked for`() {
    #expect(Arguments()[.jobs] == nil)
    #expect(Arguments().workerCount == min(ProcessorCount.available, 256))
  }

  @Test(arguments: ["0", "-1", "257", "2.0", "many", ""])
  func `a count of jobs that cannot be is refused`(argument: String) {
    #expect(
      read("--jobs=\(argument)").mistake?.message
        == "'--jobs' takes a whole number from 1 to 256, not '\(argument)'")
  }
}
