import Testing

@testable import Jokes

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
  func `the script's verdict on a value of any type`(rating: ScriptValue, verdict: BinaryRating?) {
    #expect(AppScript.verdict(rating) == verdict)
  }

  @Test func `names that every object inherits have the text of the inherited value`() {
    #expect(AppScript.inheritedText("constructor") == "function Object() { [native code] }")
    #expect(AppScript.inheritedText("valueOf") == "function valueOf() { [native code] }")
    #expect(AppScript.inheritedText("__proto__") == "[object Object]")
    #expect(AppScript.inheritedText("Constructor") == nil)
  }
}
