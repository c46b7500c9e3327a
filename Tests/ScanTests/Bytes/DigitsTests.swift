import Scan
import Testing

struct DigitsTests {
  @Test func `a byte is a digit if its character is`() {
    for byte in UInt8.min ... .max {
      let character = Character(Unicode.Scalar(byte))
      #expect(isDigit(byte) == ("0"..."9" ~= character))
      #expect(hexadecimalValue(byte).map { Int($0) } == character.hexDigitValue)
    }
  }

  @Test(arguments: [
    ("d5a0c3f2-0C1C-4c60-9A38-1b4d2b4a5f10", true),
    ("d5a0c3f2-0C1C-4c60-9A38-1b4d2b4a5g10", false),
    ("d5a0c3f2-0C1C-4c60-9A381-b4d2b4a5f10", false),
    ("d5a0c3f2-0C1C-4c60-9A38-1b4d2b4a5f1", false),
    ("d5a0c3f2-0C1C-4c60-9A38-1b4d2b4a5f100", false), ("", false),
  ])
  func `a UUID has its digits and dashes in place`(text: String, isOne: Bool) {
    #expect(isUUID(Array("/\(text)".utf8).dropFirst()) == isOne)
  }
}
