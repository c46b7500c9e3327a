/// A field's value as JavaScript, the language of the app's script, holds it.
///
/// Conversions follow ECMA-262, “ToNumber” and “ToPropertyKey”.
public enum ScriptValue: Hashable, Sendable {
  /// The document lacks the field.
  case undefined
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([ScriptValue])
  /// A map, a timestamp, a reference, a place or bytes.
  case object

  /// The value as a number; NaN if it is not one.
  public var number: Double {
    switch self {
    case .undefined, .object: .nan
    case .null: 0
    case .boolean(let truth): truth ? 1 : 0
    case .number(let number): number
    case .string(let text): Self.number(text)
    case .array: Self.number(text)
    }
  }

  /// The value as a string.
  public var text: String {
    switch self {
    case .undefined: "undefined"
    case .null: "null"
    case .boolean(let truth): truth ? "true" : "false"
    case .number(let number): Self.text(number)
    case .string(let text): text
    case .array(let elements):
      elements.map { $0 == .undefined || $0 == .null ? "" : $0.text }.joined(separator: ",")
    case .object: "[object Object]"
    }
  }

  /// The number as JavaScript prints it (ECMA-262, “Number::toString”): without an exponent below
  /// 10²¹ and down to a millionth.
  private static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number == 0 { return "0" }
    if number < 0 { return "-" + text(-number) }
    if number.isInfinite { return "Infinity" }
    let (digits, point) = decimal(number)
    switch point {
    case digits.count...21:
      return digits + String(repeating: "0", count: point - digits.count)
    case 1...21: return digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0: return "0." + String(repeating: "0", count: -point) + digits
    default:
      let fraction = digits.count == 1 ? "" : "." + digits.dropFirst()
      return digits.prefix(1) + fraction + "e" + (point > 0 ? "+" : "-")
        + String((point - 1).magnitude)
    }
  }

  /// The fewest digits that identify a positive number, at most 17 without outer zeros, and the
  /// number of digits before the point.
  private static func decimal(_ number: Double) -> (digits: String, point: Int) {
    let parts = "\(number)".split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let all = mantissa.joined()
    let digits = all.drop { $0 == "0" }
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    return (
      String(digits.dropLast(zeros)),
      mantissa[0].count + exponent - (all.count - digits.count)
    )
  }

  private static func number(_ text: String) -> Double {
    let scalars = trimmed(Array(text.unicodeScalars)[...])
    let digits = String(String.UnicodeScalarView(scalars))
    if digits.isEmpty { return 0 }
    for (prefix, radix) in [("0x", 16.0), ("0o", 8), ("0b", 2)] where digits.count > 2 {
      guard digits.prefix(2).lowercased() == prefix else { continue }
      return number(digits.dropFirst(2), radix: radix)
    }
    switch digits {
    case "Infinity", "+Infinity": return .infinity
    case "-Infinity": return -.infinity
    default: break
    }
    // Swift's parser also accepts other names of infinity, and hexadecimal fractions.
    let isDecimal = digits.utf8.allSatisfy { Array("0123456789+-.eE".utf8).contains($0) }
    return isDecimal ? Double(digits) ?? .nan : .nan
  }

  private static func number(_ digits: Substring, radix: Double) -> Double {
    digits.reduce(0) { value, digit in
      guard digit.isASCII, let units = digit.hexDigitValue, Double(units) < radix else {
        return .nan
      }
      return value * radix + Double(units)
    }
  }

  private static func trimmed(
    _ text: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    let rest = text.drop(while: isSpace)
    return rest.dropLast(rest.reversed().prefix(while: isSpace).count)
  }

  /// JavaScript's white space and line ends.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0xFEFF, 0x2028, 0x2029: true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }
}
