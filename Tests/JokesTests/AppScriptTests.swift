import Jokes
import Testing

struct AppScriptTests {
  @Test(
    arguments: [
      (.number(5), .hilarious), (.number(4), .hilarious), (.number(3), nil),
      (.number(2), .horrible),
      (.number(1), .horrible), (.number(4.5), .hilarious), (.number(99), .hilarious),
      (.number(2.5), nil), (.number(-1), .horrible), (.null, .horrible), (.undefined, nil),
      (.boolean(true), .horrible), (.boolean(false), .horrible), (.string("4"), .hilarious),
      (.string("funny"), nil), (.string(""), .horrible), (.object, nil),
    ] as [(ScriptValue, BinaryRating?)])
  func `it compares whatever it finds`(rating: ScriptValue, verdict: BinaryRating?) {
    #expect(AppScript.verdict(rating) == verdict)
  }

  @Test func `what every object has is no joke to it`() {
    #expect(AppScript.joke(.string("constructor")) == nil)
    #expect(AppScript.joke(.string("__proto__")) == nil)
    #expect(AppScript.joke(.string("Constructor")) == "Constructor")
    #expect(AppScript.joke(.undefined) == "undefined")
    #expect(AppScript.joke(.number(17)) == "17")
  }
}
