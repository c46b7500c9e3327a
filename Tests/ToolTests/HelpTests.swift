import Foundation
import TestSupport
import Testing

/// The two helps of every tool: `-h` fits a screen, `--help` is complete.
struct HelpTests {
  private static let tools = Tool.all + ["preview-feed"]
  private static let golden = ["-h": "short-help.txt", "--help": "help.txt"]

  private let bench: Bench

  init() throws { bench = try Bench() }

  @Test(arguments: Self.tools, ["-h", "--help"])
  func `help is what was reviewed`(tool: String, option: String) async throws {
    let outcome = try await bench.run(tool, [option])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let name = try #require(Self.golden[option])
    try expectGolden(outcome.output, Fixtures.data.appending(path: "expected/\(tool)/\(name)"))
  }

  @Test(arguments: Self.tools)
  func `the short help is a screen of twenty lines`(tool: String) async throws {
    let lines = try await bench.run(tool, ["-h"]).outputText.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropLast().count <= 20)
    #expect(lines.count { $0.hasPrefix("  \(tool) ") } == 4)
    let options = lines.drop { $0 != "Options:" }
    #expect(options.count { $0.hasPrefix("  ") } == 8, "an option takes more than a line")
    #expect(lines.dropLast().last?.hasPrefix("--help for all") == true)
  }

  @Test(arguments: Self.tools, [60, 80, 100])
  func `help fits the width`(tool: String, width: Int) async throws {
    for option in ["-h", "--help"] {
      let outcome = try await bench.run(tool, [option], environment: ["COLUMNS": "\(width)"])
      #expect(outcome.outputText.split(separator: "\n").allSatisfy { $0.count <= width })
    }
  }

  @Test(arguments: Self.tools)
  func `a tool that waits for a lock says how it ends without it`(tool: String) async throws {
    let help = try await bench.run(tool, ["--help"]).outputText
    #expect(help.contains("--lock-wait") == help.contains("\n  75    "))
  }
}
