import Scan
import SystemIO

/// What may stand between two records of an array, an object or a stream.
extension Span<UInt8> {
  /// Where what separates records begins that stands before a place.
  ///
  /// - Parameter first: what comes before it is not looked at.
  func startOfSeparator(before end: Int, notBefore first: Int = 0) -> Int {
    var start = end
    while start > first, self[start - 1].separatesRecords { start -= 1 }
    return start
  }

  /// Where what separates records ends that stands at a place.
  func endOfSeparator(from start: Int) -> Int {
    var end = start
    while end < count, self[end].separatesRecords { end += 1 }
    return end
  }
}

extension UInt8 {
  /// Whether it may stand between two records of an array or a stream.
  fileprivate var separatesRecords: Bool {
    switch self {
    case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09: true
    default: false
    }
  }
}
