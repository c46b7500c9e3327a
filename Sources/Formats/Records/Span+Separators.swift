import Scan
import SystemIO

/// Separators between records: white space and commas.
extension Span<UInt8> {
  /// The start of the separator that ends at a place.
  ///
  /// - Parameter first: the offset at which to stop.
  func startOfSeparator(before end: Int, notBefore first: Int = 0) -> Int {
    var start = end
    while start > first, self[start - 1].separatesRecords { start -= 1 }
    return start
  }

  /// The end of the separator that begins at a place.
  func endOfSeparator(from start: Int) -> Int {
    var end = start
    while end < count, self[end].separatesRecords { end += 1 }
    return end
  }
}

extension UInt8 {
  /// Whether it is white space or a comma.
  fileprivate var separatesRecords: Bool { self == UInt8(ascii: ",") || isTextWhitespace(self) }
}

/// Whether the byte is white space in both JSON and XML.
func isTextWhitespace(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x20, 0x0A, 0x0D, 0x09: true
  default: false
  }
}
