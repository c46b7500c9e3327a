import Foundation
import TestSupport
import Testing

/// The man page and the completions that every tool makes of its options.
///
/// `Scripts/installing` has the tests that need mandoc and the shells.
struct GeneratedTextTests {
  private static let tools = Tool.all + ["preview-feed"]
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func text(_ tool: String, _ name: String) async throws -> String {
    let outcome = try await bench.run(tool, ["--generate", name])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    return outcome.outputText
  }

  /// The long options that the help lists.
  private func options(of tool: String) async throws -> [String] {
    let help = try await bench.run(tool, ["--help"]).outputText
    let lines = help.split(separator: "\n").filter { $0.contains(/^  (    |-\w, )?--/) }
    return lines.flatMap { $0.matches(of: /[ ,](--[a-z0-9-]+)/).prefix(1).map { String($0.1) } }
  }

  @Test func `a man page is what was reviewed`() async throws {
    let page = try await text("edit-saved", "man")
    try expectGolden(
      Data(page.utf8), Fixtures.data.appending(path: "expected/edit-saved/man.1"))
  }

  @Test(arguments: Self.tools)
  func `a man page has the sections that are looked for`(tool: String) async throws {
    let page = try await text(tool, "man")
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
    #expect(
      sections == [
        ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS", ".SH EXIT STATUS",
        ".SH ENVIRONMENT", ".SH EXAMPLES", ".SH SEE ALSO",
      ])
    for other in Self.tools {
      let reference = ".BR \(other.replacing("-", with: #"\-"#)) (1)"
      #expect(page.contains(reference) == (other != tool), "\(other)")
    }
  }

  @Test(arguments: Self.tools)
  func `a man page has only what every formatter reads`(tool: String) async throws {
    let page = try await text(tool, "man")
    #expect(page.utf8.allSatisfy { $0 == 10 || 0x20..<0x7F ~= $0 })
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(!line.isEmpty && line.first != "'")
      #expect(line.first != "." || line.contains(/^\.(\\"|TH|SH|SS|TP|PP|RS|RE|EX|EE|BR|br)( |$)/))
    }
  }

  @Test(arguments: Self.tools, ["man", "bash", "zsh", "fish"])
  func `every option of the help is in the text`(tool: String, name: String) async throws {
    let text = try await text(tool, name)
    let options = try await options(of: tool)
    #expect(options.count > 20)
    for option in options {
      let spelling =
        switch name {
        case "man": option.replacing("-", with: #"\-"#)
        case "fish": "-l \(option.dropFirst(2)) "
        default: option
        }
      #expect(text.contains(spelling), "\(option)")
    }
  }

  @Test(arguments: Self.tools, ["bash", "zsh", "fish"])
  func `the formats are those that the tool lists`(tool: String, shell: String) async throws {
    let list = try await bench.run(tool, ["--list-formats"]).outputText
    let names = list.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(!names.isEmpty)
    #expect(try await text(tool, shell).contains(names.joined(separator: " ")))
  }

  @Test(arguments: ["man", "bash", "zsh", "fish"])
  func `a text is the same in every locale, width and year`(name: String) async throws {
    let plain = try await text(Tool.ratings, name)
    let other = try await bench.run(
      Tool.ratings, ["--generate=\(name)"],
      environment: [
        "COLUMNS": "40", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "0",
      ])
    #expect(other.outputText == plain)
  }
}
