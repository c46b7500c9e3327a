import Console
import Testing

struct OptionTableTests {
  @Test func `every tool answers for help, version and texts`() {
    let table = OptionTable<SharedOptions>(defaults: SharedOptions(), [])
    #expect(table.entries.map(\.name) == ["help", "version", "generate"])
  }

  @Test func `sections of one title become one`() {
    let table = OptionTable<SharedOptions>(
      defaults: SharedOptions(),
      [
        .init("Output", [.flag("force", "x", \.force)]), .init("Empty", []),
        .init("Reports", [.flag("redact", "x", \.redact)]),
        .init("Output", [.flag("check", "x", \.check)]),
      ])
    #expect(table.sections.map(\.title) == ["Output", "Reports", "About the tool"])
    #expect(table.sections.first?.entries.map(\.name) == ["force", "check"])
  }

  @Test func `the commonest options are in the order of the help`() {
    let sections = SharedOptions.sections(at: \SharedOptions.self, for: [.dryRun, .output, .quiet])
    let table = OptionTable(
      defaults: SharedOptions(), commonest: ["quiet", "output", "version"], sections)
    #expect(table.commonest.map(\.name) == ["output", "quiet", "version"])
  }

  @Test(arguments: [["outptu"], ["help", "help"]])
  func `a common option that is not there is our mistake`(names: [String]) async {
    await #expect(processExitsWith: .failure) { [names] in
      _ = OptionTable(defaults: SharedOptions(), commonest: names, [])
    }
  }

  @Test func `two options of one name are our mistake`() async {
    await #expect(processExitsWith: .failure) {
      _ = OptionTable<SharedOptions>(
        defaults: SharedOptions(),
        [.init("Output", [.flag("no-hash", "x", \.force), .flagPair("hash", "x", \.hash)])])
    }
  }
}
