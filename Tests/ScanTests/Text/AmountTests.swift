import Scan
import Testing

struct AmountTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
    (-12, "-12"), (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `a count has commas between the thousands`(count: Int, text: String) {
    #expect(Amount.count(count) == text)
  }

  @Test func `one is singular`() {
    #expect(Amount.count(1, of: "joke") == "1 joke")
    #expect(Amount.count(0, of: "joke") == "0 jokes")
    #expect(Amount.count(2000, of: "entry", many: "entries") == "2,000 entries")
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_234, "1.2 kB"), (99_949, "99.9 kB"),
    (99_951, "100 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (1_234_000_000, "1.2 GB"),
    (Int.max, "9,223 PB"), (-5, "0 B"),
  ])
  func `bytes come in units of a thousand`(byteCount: Int, text: String) {
    #expect(Amount.bytes(byteCount) == text)
  }

  @Test(arguments: [Double.nan, .infinity, -1])
  func `bytes that are no number are a question`(byteCount: Double) {
    #expect(Amount.bytes(byteCount) == "? B")
  }

  @Test(
    arguments: [
      (0, "0 ms"), (0.12, "120 ms"), (0.9996, "1.0 s"), (4.24, "4.2 s"), (9.96, "10 s"),
      (59.4, "59 s"), (59.6, "1 min 00 s"), (185, "3 min 05 s"), (3599.7, "1 h 00 min"),
      (7620, "2 h 07 min"), (187_200, "2 d 04 h"), (.nan, "unknown"), (.infinity, "unknown"),
      (-1, "unknown"), (1e300, "unknown"),
    ] as [(Double, String)])
  func `a duration has at most two units`(seconds: Double, text: String) {
    #expect(Amount.duration(seconds: seconds) == text)
  }
}
