import ByteIO
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

  private static let jobs = OptionTable<Options>(
    defaults: Options(), SharedOptions.sections(at: \.shared, for: [.jobs]))

  @Test(arguments: [1, 2, 256])
  func `as many workers share the work as jobs were asked for`(count: Int) {
    let options = Self.jobs.read(["--jobs", "\(count)"]).options
    #expect(options.shared.workerCount == count)
  }

  @Test func `each processor has a worker where no jobs are asked for`() {
    let options = Self.jobs.read([]).options
    #expect(options.shared.jobs == nil)
    #expect(options.shared.workerCount == min(ProcessorCount.available, 256))
  }

  @Test(arguments: ["0", "-1", "257", "2.0", "many", ""])
  func `a count of jobs that cannot be is refused`(argument: String) {
    #expect(
      Self.jobs.read(["--jobs=\(argument)"]).mistake?.message
        == "'--jobs' takes a whole number from 1 to 256, not '\(argument)'")
  }
}
