import TestSupport
import Testing

/// Making plans, and expecting refusals of them.
extension Bench {
  @discardableResult
  func plan(
    _ tool: String, _ more: [String], environment: [String: String] = [:]
  ) async throws -> ToolOutcome {
    let arguments = ["input", "-n", "--plan-out", "plan"] + Tool.options(tool) + more
    return try await run(tool, arguments, environment: environment)
  }

  func expectRefusal(
    _ outcome: ToolOutcome, _ status: Int32, _ words: String, leaving names: [String],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    outcome.expect(status, words, sourceLocation: location)
    #expect(try self.names() == names, sourceLocation: location)
  }
}
