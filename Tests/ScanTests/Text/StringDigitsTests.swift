import Scan
import Testing

struct StringDigitsTests {
  @Test(arguments: [
    (0, 2, "00"), (9, 2, "09"), (10, 2, "10"), (255, 2, "255"), (255, 8, "00000255"),
  ])
  func `a number has as many digits as asked for, or as it needs`(
    number: Int, count: Int, digits: String
  ) {
    #expect(String(number, digits: count) == digits)
  }

  @Test func `digits may be hexadecimal, of either case`() {
    #expect(String(UInt8(0xA), digits: 2, radix: 16) == "0a")
    #expect(String(UInt32.max, digits: 8, radix: 16) == "ffffffff")
    #expect(String(UInt8(0xBC), digits: 4, radix: 16, uppercase: true) == "00BC")
  }
}
