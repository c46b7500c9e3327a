import Scan
import Testing

struct UTF8LeadTests {
  @Test func `the accepted characters are those of Swift's own decoder`() {
    for first in UInt8.min...UInt8.max {
      guard let lead = UTF8Lead(first) else {
        #expect(first < 0xC2 || first > 0xF4, "0x\(String(first, radix: 16))")
        continue
      }
      for second in UInt8.min...UInt8.max {
        let bytes = [first, second] + [UInt8](repeating: 0x80, count: lead.length - 2)
        #expect(
          lead.allows(second, at: 1) == (String(validating: bytes, as: UTF8.self) != nil),
          "\(bytes)")
      }
    }
  }

  @Test func `behind the second byte any continuation may stand`() throws {
    let lead = try #require(UTF8Lead(0xF4))
    let allowed = (UInt8.min...UInt8.max).filter { lead.allows($0, at: 3) }
    #expect(allowed == Array(0x80...0xBF))
  }
}
