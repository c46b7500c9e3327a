import Scan
import SystemIO

extension Timestamp {
  /// Reads a moment as Firestore takes it: RFC 3339 in capital letters with at most nine digits of a
  /// second, years 1 to 9999, and no leap second (protocol buffers, `Timestamp`, JSON mapping).
  init?(firestore text: String) {
    let bytes = Array(text.utf8)
    let digits = bytes.dropFirst(20).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes.last != UInt8(ascii: "z"),
      bytes[17] != UInt8(ascii: "6"), bytes[19] != UInt8(ascii: ".") || digits.count <= 9
    else { return nil }
    self.init(rfc3339: text)
  }
}
