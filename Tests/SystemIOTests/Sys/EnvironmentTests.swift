import SystemIO
import Testing

struct EnvironmentTests {
  @Test func `an empty variable is set`() {
    let environment = Environment(["NO_COLOR": ""])
    #expect(environment["NO_COLOR"] == "")
    #expect(environment["COLUMNS"] == nil)
  }

  @Test func `the process has its own variables`() {
    #expect(Environment.process["PATH"] != nil)
    #expect(Environment.process["LAUGHTRACK_NO_SUCH_VARIABLE"] == nil)
  }
}
