@testable import Runs
import SystemIO
import Testing

struct ColorModeTests {
  @Test(
    arguments: [
      (ColorMode.auto, true, [:], true), (.auto, false, [:], false),
      (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], false),
      (.auto, true, ["TERM": "dumb"], false), (.auto, true, ["TERM": "xterm"], true),
      (.always, false, ["NO_COLOR": "1", "TERM": "dumb"], true), (.never, true, [:], false),
    ] as [(ColorMode, Bool, [String: String], Bool)])
  func `colour needs a terminal that wants it, or the option`(
    mode: ColorMode, isTerminal: Bool, variables: [String: String], isColored: Bool
  ) {
    #expect(
      mode.isColored(onTerminal: isTerminal, environment: Environment(variables)) == isColored)
  }
}
