import Scan
import SystemIO

extension Timestamp {
  /// Parses a timestamp as Firestore does: RFC 3339 with capital letters, at most nine fractional
  /// digits, years 1 to 9999, and no leap second (protocol buffers, `Timestamp`, JSON mapping).
  init?(firestore text: String) { self.init(firestore: ContiguousArray(text.utf8).span) }

  /// Parses a timestamp from UTF-8 bytes.
  init?(firestore text: Span<UInt8>) {
    let last = text.count - 1
    guard last >= 19, text[10] == UInt8(ascii: "T"), text[last] != UInt8(ascii: "z"),
      text[17] != UInt8(ascii: "6")
    else { return nil }
    self.init(rfc3339: text, fractionDigits: 9)
  }
}
