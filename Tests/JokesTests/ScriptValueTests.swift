import Jokes
import Testing

/// What JavaScript makes of values; each of these was seen in it.
struct ScriptValueTests {
  @Test(
    arguments: [
      (.undefined, .nan), (.null, 0), (.boolean(true), 1), (.boolean(false), 0),
      (.number(4.5), 4.5), (.object, .nan), (.array([]), 0), (.array([.number(5)]), 5),
      (.array([.number(4), .number(5)]), .nan), (.array([.null]), 0),
      (.array([.boolean(true)]), .nan),
      (.string("5"), 5), (.string(""), 0), (.string(" \t\n5\u{FEFF}\u{A0}\u{2028}"), 5),
      (.string("five"), .nan), (.string("0x10"), 16), (.string("0B11"), 3), (.string("0o17"), 15),
      (.string("0x"), .nan), (.string("-0x1"), .nan), (.string("0xg"), .nan), (.string("1e1"), 10),
      (.string(".5"), 0.5), (.string("5."), 5), (.string("+5"), 5), (.string("-"), .nan),
      (.string("1_0"), .nan), (.string("Infinity"), .infinity), (.string("-Infinity"), -.infinity),
      (.string("inf"), .nan), (.string("nan"), .nan), (.string("1e400"), .infinity),
      (.string("5 5"), .nan), (.string("５"), .nan), (.string("0x５"), .nan),
    ] as [(ScriptValue, Double)])
  func `as a number`(value: ScriptValue, number: Double) {
    #expect(value.number == number || value.number.isNaN && number.isNaN)
  }

  @Test(
    arguments: [
      (.undefined, "undefined"), (.null, "null"), (.boolean(true), "true"), (.number(5), "5"),
      (.number(-0.0), "0"), (.number(4.5), "4.5"), (.number(.nan), "NaN"),
      (.number(-.infinity), "-Infinity"), (.string("x"), "x"), (.object, "[object Object]"),
      (.array([.string("x"), .null, .number(1)]), "x,,1"),
    ] as [(ScriptValue, String)])
  func `as a text`(value: ScriptValue, text: String) { #expect(value.text == text) }
}
