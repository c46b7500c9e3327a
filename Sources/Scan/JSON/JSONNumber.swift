/// A number by its exact decimal value: `4`, `4.0`, `4e0` and `40e-1` are equal.
///
/// Nothing is rounded: `4.00000000000000000001` is not 4, and a thousand digits count.
package struct JSONNumber: Sendable, Hashable {
  /// Whether the value is negative.
  package let isNegative: Bool
  /// The digits from the first to the last nonzero one; empty for zero.
  package let digits: [UInt8]
  /// The exponent of the last of `digits`, clamped to ±10¹².
  package let exponent: Int

  /// Parses a decimal token: digits, with an optional sign, point and exponent.
  ///
  /// - Precondition: the token is a JSON number, or one with a plus sign or leading zeros.
  package init(_ token: Span<UInt8>) {
    var digits: [UInt8] = []
    digits.reserveCapacity(token.count)
    var exponent = 0
    var isNegative = false
    var hasPoint = false
    var offset = 0
    scan: while offset < token.count {
      let byte = token[offset]
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
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
  }

  /// The offset in a token of the first nonzero digit, or nil for zero.
  package static func firstDigitOffset(in token: Span<UInt8>) -> Int? {
    for offset in 0..<token.count {
      switch token[offset] {
      case UInt8(ascii: "1")...UInt8(ascii: "9"): return offset
      case UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
      default: break
      }
    }
    return nil
  }

  /// Parses a token; nil if it is not a JSON number.
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

  /// The value as an `Int`; nil if it is not whole or does not fit.
  package var integer: Int? {
    guard exponent >= 0, digits.count + exponent <= 19 else { return digits.isEmpty ? 0 : nil }
    // Not by `Int(String)`: times that are numbers took a twelfth of a vote's instructions more. The
    // negative range has one more value.
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

  /// The nearest `Double` to a number token in a text, or nil if it overflows:
  /// `JSONNumber(token).double`, but faster for few digits.
  package static func double(of token: Range<Int>, in text: Span<UInt8>) -> Double? {
    if let (digits, fractionCount, end) = text.plainNumber(from: token.lowerBound),
      end == token.upperBound
    {
      return Double(digits) / powersOfTen[fractionCount]
    }
    return JSONNumber(text.extracting(token)).double
  }

  /// The nearest `Double`, or nil if it overflows.
  package var double: Double? {
    guard !digits.isEmpty else { return 0 }
    if let exact = exactDouble { return exact }
    let text = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + "e\(exponent)"
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The value of a number with few digits; nil for more.
  ///
  /// Whole numbers up to 2⁵³ and powers of ten up to 10²² are exact, so that one multiplication or
  /// division of them gives the nearest `Double` (Clinger, “How to read floating point numbers
  /// accurately”, 1990).
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

  /// A canonical spelling of at most 40 characters: plain if that is short, else scientific, with
  /// `…` for further digits.
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

extension Span<UInt8> {
  /// The value of a JSON number without point and exponent; nil if it does not fit.
  package var wholeNumber: Int? {
    guard isJSONNumber else { return nil }
    let isNegative = self[0] == UInt8(ascii: "-")
    // The negative range has one more value.
    var value = 0
    for offset in (isNegative ? 1 : 0)..<count {
      let digit = self[offset] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      let (product, isTooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) = product.subtractingReportingOverflow(Int(digit))
      guard !isTooLong, !isTooLarge else { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// Whether the bytes are a JSON number.
  package var isJSONNumber: Bool {
    var cursor = JSONCursor(self)
    do throws(JSONSyntaxError) {
      return try cursor.number() == 0..<count
    } catch {
      return false
    }
  }
}
