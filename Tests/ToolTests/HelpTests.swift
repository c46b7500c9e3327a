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

  @Test(arguments: Self.tools, ["-h", "--help"])
  func `help starts with what the tool does`(tool: String, option: String) async throws {
    let lines = try await bench.run(tool, [option]).outputText.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasSuffix(".") && lines[0].first?.isUppercase == true)
    #expect(lines[2].hasPrefix(option == "-h" ? "Commands:" : "Usage: \(tool) "))
  }

  @Test(arguments: Self.tools, [["-h"], ["no-such-file", "-h"], ["--bogus", "-h"]])
  func `help comes wherever it is asked for`(tool: String, arguments: [String]) async throws {
    let outcome = try await bench.run(tool, arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output == (try await bench.run(tool, ["-h"])).output)
    let long = arguments.map { $0 == "-h" ? "--help" : $0 }
    #expect(
      try await bench.run(tool, long).output == (try await bench.run(tool, ["--help"])).output)
  }

  @Test(arguments: Self.tools, [60, 80, 100])
  func `help fits the width`(tool: String, width: Int) async throws {
    for option in ["-h", "--help"] {
      let outcome = try await bench.run(tool, [option], environment: ["COLUMNS": "\(width)"])
      #expect(outcome.outputText.split(separator: "\n").allSatisfy { $0.count <= width })
    }
  }

  @Test(arguments: ["0", "-5", "garbage", "", "99999999999999999999", "1e3"])
  func `a width that is none is 80`(columns: String) async throws {
    let outcome = try await bench.run(
      Tool.ranking, ["--help"], environment: ["COLUMNS": columns])
    #expect(outcome.output == (try await bench.run(Tool.ranking, ["--help"])).output)
  }

  @Test(arguments: Self.tools)
  func `a tool that waits for a lock says how it ends without it`(tool: String) async throws {
    let help = try await bench.run(tool, ["--help"]).outputText
    #expect(help.contains("--lock-wait") == help.contains("\n  75    "))
  }

  @Test(arguments: Self.tools)
  func `without an operand the short help is on standard error`(tool: String) async throws {
    let outcome = try await bench.run(tool, [])
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.hasSuffix(try await bench.run(tool, ["-h"]).outputText))
  }
}
