/// A number by its exact decimal value, however it is spelled: `4`, `4.0`, `4e0` and `40e-1` are one.
///
/// Nothing is rounded: `4.00000000000000000001` is not 4, and a thousand digits are a thousand
/// digits.
package struct JSONNumber: Sendable {
  /// Whether the value is below zero.
  package let isNegative: Bool
  /// The digits from the first to the last that is not zero; empty for zero.
  package let digits: [UInt8]
  /// The power of ten that the last of `digits` counts; clamped to ±10¹².
  package let exponent: Int
  /// The offset in the token of the first digit that is not zero, or nil for zero.
  package let firstDigitOffset: Int?

  /// Reads a decimal token: digits, with an optional sign, point and exponent.
  ///
  /// - Precondition: the token is a number by JSON's grammar, or one with a plus sign or leading
  ///   zeros.
  package init(_ token: Span<UInt8>) {
    var digits: [UInt8] = []
    var exponent = 0
    var firstDigitOffset: Int?
    var isNegative = false
    var hasPoint = false
    var offset = 0
    scan: while offset < token.count {
      let byte = token[offset]
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if byte != UInt8(ascii: "0"), firstDigitOffset == nil { firstDigitOffset = offset }
        if firstDigitOffset != nil { digits.append(byte) }
        if hasPoint { exponent -= 1 }
      case UInt8(ascii: "e"), UInt8(ascii: "E"): break scan
      default: break
      }
      offset += 1
    }
    exponent += Self.exponent(token, from: offset + 1)
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    self.isNegative = isNegative && !digits.isEmpty
    self.digits = digits
    self.exponent = digits.isEmpty ? 0 : exponent
    self.firstDigitOffset = firstDigitOffset
  }

  /// Reads a token that is a number by JSON's grammar, and nothing else; nil where it is not.
  package init?(strictly token: Span<UInt8>) {
    guard token.isJSONNumber else { return nil }
    self.init(token)
  }

  private static func exponent(_ token: Span<UInt8>, from start: Int) -> Int {
    var value = 0
    var isNegative = false
    var offset = start
    while offset < token.count {
      switch token[offset] {
      case UInt8(ascii: "-"): isNegative = true
      case let digit where digit >= UInt8(ascii: "0") && digit <= UInt8(ascii: "9"):
        value = min(value * 10 + Int(digit - UInt8(ascii: "0")), 1_000_000_000_000)
      default: break
      }
      offset += 1
    }
    return isNegative ? -value : value
  }

  /// The value, where it is a whole number that an `Int` holds.
  package var integer: Int? {
    guard exponent >= 0, digits.count + exponent <= 19 else { return digits.isEmpty ? 0 : nil }
    // Below zero there is one number more.
    var value = 0
    for place in 0..<digits.count + exponent {
      let digit = place < digits.count ? Int(digits[place] - UInt8(ascii: "0")) : 0
      let (product, isTooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) = product.subtractingReportingOverflow(digit)
      guard !isTooLong, !isTooLarge else { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == Int.min ? nil : -value
  }

  /// The nearest `Double` to a token that a cursor found to be a number, or nil where that would be
  /// infinite: what `JSONNumber(token).double` is, and at once where the digits are few.
  package static func double(of token: Span<UInt8>) -> Double? {
    if let (digits, fractionCount, end) = token.plainNumber(from: 0), end == token.count {
      return Double(digits) / powersOfTen[fractionCount]
    }
    return JSONNumber(token).double
  }

  /// The nearest `Double`, or nil where that would be infinite.
  package var double: Double? {
    guard !digits.isEmpty else { return 0 }
    if let exact = exactDouble { return exact }
    let text = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + "e\(exponent)"
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The value of a number with few digits; nil where there are more.
  ///
  /// Up to 2⁵³ whole numbers are exact, and up to 10²² the powers of ten; what one multiplication
  /// or division makes of the two is the nearest `Double` there is (Clinger, “How to read floating
  /// point numbers accurately”, 1990).
  private var exactDouble: Double? {
    guard digits.count <= 15, exponent.magnitude <= 22 else { return nil }
    var value = 0.0
    for digit in digits { value = value * 10 + Double(digit - UInt8(ascii: "0")) }
    let power = Self.powersOfTen[Int(exponent.magnitude)]
    value = exponent < 0 ? value / power : value * power
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// One spelling for each value, at most 40 characters: plain where that is short, else scientific,
  /// digits that do not fit left out with a `…`.
  package var label: String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let text = String(decoding: digits, as: UTF8.self)
    let magnitude = digits.count + exponent
    if exponent >= 0, magnitude <= 21 {
      return sign + text + String(repeating: "0", count: exponent)
    }
    if exponent < 0, magnitude > -6, digits.count <= 30 {
      if magnitude <= 0 { return sign + "0." + String(repeating: "0", count: -magnitude) + text }
      return sign + text.prefix(magnitude) + "." + text.dropFirst(magnitude)
    }
    let fraction = text.dropFirst()
    let shown = fraction.count > 20 ? fraction.prefix(20) + "…" : fraction
    return sign + text.prefix(1) + (shown.isEmpty ? "" : "." + shown) + "e\(magnitude - 1)"
  }
}

extension JSONNumber: Hashable {
  /// Whether both are one value; where the first digit stands belongs to the spelling.
  package static func == (one: JSONNumber, other: JSONNumber) -> Bool {
    one.isNegative == other.isNegative && one.exponent == other.exponent
      && one.digits == other.digits
  }

  /// Hashes the value, in keeping with equality.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(digits)
    hasher.combine(exponent)
  }
}

extension Span<UInt8> {
  /// Whether the bytes are a number by JSON's grammar, and nothing else.
  package var isJSONNumber: Bool {
    var cursor = JSONCursor(self)
    do throws(JSONSyntaxError) {
      return try cursor.number() == 0..<count
    } catch {
      return false
    }
  }
}
