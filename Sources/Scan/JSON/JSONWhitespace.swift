extension [UInt8] {
  /// The JSON text without white space between values.
  ///
  /// - Precondition: the text is JSON.
  package var withoutJSONWhitespace: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var isInString = false
    var offset = 0
    while offset < count {
      let byte = self[offset]
      switch byte {
      case 0x20 where !isInString, 0x0A where !isInString, 0x0D where !isInString,
        0x09 where !isInString:
        break
      case UInt8(ascii: "\\"):
        bytes.append(byte)
        offset += 1
        if offset < count { bytes.append(self[offset]) }
      default:
        if byte == UInt8(ascii: "\"") { isInString.toggle() }
        bytes.append(byte)
      }
      offset += 1
    }
    return bytes
  }
}
