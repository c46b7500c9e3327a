import Console
import Testing

struct SharedOptionsTests {
  private struct Options: Sendable {
    var shared = SharedOptions()
  }

  @Test(arguments: SharedOption.allCases)
  func `each shared option can be had alone`(option: SharedOption) {
    let table = OptionTable<Options>(
      defaults: Options(), SharedOptions.sections(at: \.shared, for: [option]))
    #expect(table.entries.count == 4)
  }

  @Test func `an option that makes no sense for a tool is unknown to it`() {
    let table = OptionTable<Options>(
      defaults: Options(), SharedOptions.sections(at: \.shared, for: SharedOption.speech))
    #expect(table.read(["-q"]).mistake == nil)
    #expect(table.read(["--in-place"]).mistake?.message == "unknown option '--in-place'")
  }

  @Test func `a tool can say more precisely what an option does`() {
    let table = OptionTable<Options>(
      defaults: Options(),
      SharedOptions.sections(at: \.shared, for: [.format], help: [.format: "ndjson or rest"]))
    #expect(table.entries.first?.help == "ndjson or rest")
  }
}
