import Testing

@testable import Runs

struct ReplayContextTests {
  private func spelling(of path: String, _ operands: [(whole: String, given: String)]) -> String {
    ReplayContext(
      .verifying, path: "summary",
      RecordedRun(
        tool: "tool", version: "1", arguments: ["--strict", "--"] + operands.map(\.whole)),
      inputs: [], operands: operands.map(\.given)
    ).spelling(of: path)
  }

  @Test func `an operand, and what is below it, is spelled as it was given`() {
    let operands = [("/here/in", "in"), ("/here/dir/", "./dir/"), ("/else/x", "/else/x")]
    #expect(spelling(of: "/here/in", operands) == "in")
    #expect(spelling(of: "/here/dir/a/b", operands) == "./dir/a/b")
    #expect(spelling(of: "/else/x", operands) == "/else/x")
    #expect(spelling(of: "/here", [("/here", ".")]) == ".")
    #expect(spelling(of: "/here/f", [("/here", ".")]) == "./f")
  }

  @Test func `files beside an operand that describes an export are spelled like it`() {
    #expect(spelling(of: "/here/output-0", [("/here/x.metadata", "x.metadata")]) == "./output-0")
    #expect(spelling(of: "/a/b/output-0", [("/a/b/x.metadata", "b/x.metadata")]) == "b/output-0")
  }

  @Test(.timeLimit(.minutes(1)))
  func `20,000 operands are looked up in a minute`() {
    let count = 20_000
    let operands = (0..<count).map { "/here/in-\($0)" }
    let expectation = ReplayContext(
      .verifying, path: "summary",
      RecordedRun(tool: "tool", version: "1", arguments: ["--"] + operands), inputs: [],
      operands: operands.map { String($0.dropFirst("/here/".count)) })
    let isRight = (0..<count).allSatisfy { expectation.spelling(of: operands[$0]) == "in-\($0)" }
    #expect(isRight)
  }

  @Test func `other paths keep their spelling`() {
    #expect(spelling(of: "/there/in", [("/here/in", "in")]) == "/there/in")
    #expect(spelling(of: "/here/in", []) == "/here/in")
  }
}
