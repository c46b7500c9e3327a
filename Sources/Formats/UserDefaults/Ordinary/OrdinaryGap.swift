import ByteIO

/// What stands between a comma and the next entry, where that is white space.
enum OrdinaryGap {
  case space
  /// White space that stands in the dump.
  case copy(Range<Int>)

  func append(to bytes: inout ScratchArray<UInt8>, _ text: Span<UInt8>) {
    switch self {
    case .space: bytes.append(UInt8(ascii: " "))
    case .copy(let range):
      if !range.isEmpty { bytes.append(range, of: text) }
    }
  }
}

extension OrdinaryDump {
  /// What stands between the last key of the top level and its value.
  var colon: Range<Int>? { top.last?.link }

  /// What follows a comma where the container does not show it, as in `TextLayout`.
  func gap(_ text: Span<UInt8>) -> OrdinaryGap {
    guard let last = top.last else { return .copy(0..<0) }
    if top.count > 1 { return top.lead(of: last, text) }
    return isTextWhitespace(text[Int(last.valueStart) - 1]) ? .space : .copy(0..<0)
  }
}

extension OrdinaryDump.Entry {
  /// What stands between its key and its value.
  var link: Range<Int> { Int(keyEnd)..<Int(valueStart) }
}

extension OrdinaryDump.Container {
  /// The white space before an entry.
  func lead(of entry: OrdinaryDump.Entry, _ text: Span<UInt8>) -> OrdinaryGap {
    let end = Int(entry.start)
    var start = end
    while start > interior?.lowerBound ?? end, isTextWhitespace(text[start - 1]) { start -= 1 }
    return .copy(start..<end)
  }
}
