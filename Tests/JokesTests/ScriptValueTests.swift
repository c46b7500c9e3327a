import Jokes
import Testing

/// Values as JavaScript reads them; each result was seen in it.
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
  func `values convert to numbers as in JavaScript`(value: ScriptValue, number: Double) {
    #expect(value.number == number || value.number.isNaN && number.isNaN)
  }

  @Test(
    arguments: [
      (.undefined, "undefined"), (.null, "null"), (.boolean(true), "true"), (.number(5), "5"),
      (.number(-0.0), "0"), (.number(4.5), "4.5"), (.number(.nan), "NaN"),
      (.number(-.infinity), "-Infinity"), (.string("x"), "x"), (.object, "[object Object]"),
      (.array([.string("x"), .null, .number(1)]), "x,,1"),
    ] as [(ScriptValue, String)])
  func `values convert to text as in JavaScript`(value: ScriptValue, text: String) {
    #expect(value.text == text)
  }

  @Test(
    arguments: [
      (10, "10"), (1e20, "100000000000000000000"), (1e21, "1e+21"), (1.5e21, "1.5e+21"),
      (123_456_789_012_345_683_968, "123456789012345680000"), (0x1p53 + 2, "9007199254740994"),
      (0x1p60, "1152921504606847000"), (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"),
      (123.456, "123.456"), (1e-6, "0.000001"), (1.5e-6, "0.0000015"), (1e-7, "1e-7"),
      (1.25e-7, "1.25e-7"), (.leastNonzeroMagnitude, "5e-324"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
      (-1e21, "-1e+21"), (-0.5, "-0.5"),
    ] as [(Double, String)])
  func `a number is spelled as JavaScript spells it`(number: Double, text: String) {
    #expect(ScriptValue.number(number).text == text)
  }
}
