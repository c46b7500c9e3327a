@testable import Runs
import Testing

struct OptionTableTests {
  @Test func `every tool answers for help, version and texts`() {
    #expect(OptionTable([]).all.map(\.name) == ["help", "version", "generate"])
  }

  @Test func `options stand in the order in which a tool lists them, the tool itself last`() {
    let table = OptionTable([.init(.output, .force, .check), .init(.reports, .redact)])
    #expect(table.sections.map(\.title) == ["Output", "Reports", "About the tool"])
    #expect(table.all.prefix(3).map(\.name) == ["force", "check", "redact"])
  }

  @Test func `the commonest options are in the order of the help`() {
    let table = OptionTable(
      commonest: ["quiet", "output", "version"], [.init(.output, .dryRun, .output), .messages()])
    #expect(table.commonest.map(\.name) == ["output", "quiet", "version"])
  }

  @Test func `an option that makes no sense for a tool is unknown to it`() {
    let table = OptionTable([.messages()])
    #expect(table.read(["-q"]).mistake == nil)
    #expect(table.read(["--in-place"]).mistake?.message == "unknown option '--in-place'")
  }

  @Test func `what an option excludes is an option`() {
    let all = SampleTool.table.all
    let names = Set(all.map(\.name))
    for option in all { #expect(names.isSuperset(of: option.excluded), "\(option.name)") }
  }

  @Test(arguments: [["outptu"], ["help", "help"]])
  func `a common option that is not there is our mistake`(names: [String]) async {
    await #expect(processExitsWith: .failure) { [names] in
      _ = OptionTable(commonest: names, [])
    }
  }

  @Test func `two options of one name are our mistake`() async {
    await #expect(processExitsWith: .failure) {
      _ = OptionTable([.init(.output, .hash, Option<Bool>("no-hash", "x"))])
    }
  }

  @Test func `two sections of one title are our mistake`() async {
    await #expect(processExitsWith: .failure) {
      _ = OptionTable([.init(.output, .force), .init(.output, .check)])
    }
  }
}
