import Scan

/// A number in an XML property list: `4`, `-4`, `0x4`, `4.0`, `nan`.
struct XMLNumber {
  /// The value; `nan` and `inf` become `notFinite`.
  let value: DefaultsValue
  /// The offset of the only significant digit if the value is 1 to 9, so that a rating can change
  /// in place.
  let digitOffset: Int?

  /// Reads the text of an `<integer>` or a `<real>`; nil if it is malformed.
  init?(_ text: [UInt8], isReal: Bool) {
    guard let start = text.firstIndex(where: { !isTextWhitespace($0) }),
      let end = text.lastIndex(where: { !isTextWhitespace($0) })
    else { return nil }
    let token = Array(text[start...end])
    if isReal, let name = Self.notFinite(token) {
      value = .notFinite(name)
      digitOffset = nil
      return
    }
    let (spelling, digits): (String, Int)
    if let decimal = Self.decimal(token, isReal: isReal) {
      (spelling, digits) = (decimal, 0)
    } else if !isReal, let (hexadecimal, prefix) = Self.hexadecimal(token) {
      (spelling, digits) = (hexadecimal, prefix)
    } else {
      return nil
    }
    let number = DefaultsNumber(spelling: spelling)
    value = .number(number)
    // In decimal and hexadecimal alike the first nonzero digit is the only significant one.
    let first = token[digits...].firstIndex { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    digitOffset = number.decimal.isOneDigit ? first.map { start + $0 } : nil
  }

  private static func notFinite(_ token: [UInt8]) -> String? {
    var name = String(decoding: token, as: UTF8.self).lowercased()
    let sign = name.hasPrefix("-") ? "-" : ""
    if name.hasPrefix("-") || name.hasPrefix("+") { name.removeFirst() }
    switch name {
    case "nan": return "nan"
    case "inf", "infinity": return sign + "inf"
    default: return nil
    }
  }

  /// The token if it is decimal: an optional sign, digits, and in a real also a point and an
  /// exponent.
  private static func decimal(_ token: [UInt8], isReal: Bool) -> String? {
    var rest = unsigned(token)
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    var digits = whole.count
    if isReal, rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      digits += fraction.count
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard digits > 0 else { return nil }
    if isReal, rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = unsigned(Array(rest.dropFirst()))
      guard !rest.isEmpty else { return nil }
      rest = rest.drop(while: isDigit)
    }
    return rest.isEmpty ? String(decoding: token, as: UTF8.self) : nil
  }

  /// The decimal spelling of a hexadecimal token of up to 128 bits, and the offset of its digits.
  private static func hexadecimal(_ token: [UInt8]) -> (spelling: String, prefix: Int)? {
    let rest = unsigned(token)
    guard rest.starts(with: Array("0x".utf8)) || rest.starts(with: Array("0X".utf8)) else {
      return nil
    }
    let digits = rest.dropFirst(2)
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard !digits.isEmpty, significant.count <= 32 else { return nil }
    var magnitude = DecimalMagnitude()
    for digit in significant {
      guard let value = hexadecimalValue(digit) else { return nil }
      magnitude.multiply(by: 16, adding: Int(value))
    }
    let sign = token.first == UInt8(ascii: "-") ? "-" : ""
    return (sign + magnitude.text, digits.startIndex)
  }

  private static func unsigned(_ token: [UInt8]) -> ArraySlice<UInt8> {
    let isSigned = token.first == UInt8(ascii: "-") || token.first == UInt8(ascii: "+")
    return isSigned ? token.dropFirst() : token[...]
  }
}
