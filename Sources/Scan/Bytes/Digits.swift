/// Whether a byte is a decimal digit.
@inlinable package func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

/// The value of a hexadecimal digit of either case; nil for another byte.
package func hexadecimalValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Whether a text is a UUID: 32 hexadecimal digits of either case, in groups of 8, 4, 4, 4 and 12.
package func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
  text.count == uuidByteCount
    && text.enumerated().allSatisfy { offset, byte in
      switch offset {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: hexadecimalValue(byte) != nil
      }
    }
}

/// The number of bytes of a UUID's text.
package let uuidByteCount = 36
