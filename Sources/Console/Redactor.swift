/// Puts pseudonyms for device ids, so that a report can be shown around.
///
/// A device id is told by its shape, a UUID: 8-4-4-4-12 hexadecimal digits, in any case and inside
/// any text, document ids among them. A joke without an id of its own goes by a UUID too and gets
/// a pseudonym as well: hiding too much is the safe mistake. The pseudonym is the same in every run
/// (a hash without a key, FNV-1a of 64 bits folded to 32), so that reports can be compared; who
/// already holds a list of the ids can therefore find them again, and among a hundred thousand
/// devices one or two may share a pseudonym.
package struct Redactor: Sendable {
  package init() {}

  /// The text with every device id in it replaced.
  package func redact(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= Self.length else { return text }
    var redacted: [UInt8] = []
    var next = 0
    while next < bytes.count {
      if next + Self.length <= bytes.count, Self.isDeviceID(bytes[next..<next + Self.length]) {
        redacted += pseudonym(of: bytes[next..<next + Self.length]).utf8
        next += Self.length
      } else {
        redacted.append(bytes[next])
        next += 1
      }
    }
    return String(decoding: redacted, as: UTF8.self)
  }

  /// What stands for a device id, as `device-1a2b3c4d`; capital and small digits are the same.
  package func pseudonym(of deviceID: String) -> String { pseudonym(of: Array(deviceID.utf8)[...]) }

  private func pseudonym(of bytes: ArraySlice<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      hash ^= UInt64(isCapital ? byte | 0x20 : byte)
      hash = hash.multipliedReportingOverflow(by: 0x100_0000_01B3).partialValue
    }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
    return "device-" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static let length = 36
  private static let dashOffsets: Set<Int> = [8, 13, 18, 23]

  private static func isDeviceID(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.enumerated().allSatisfy { offset, byte in
      if dashOffsets.contains(offset) { return byte == UInt8(ascii: "-") }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        return true
      default: return false
      }
    }
  }
}
