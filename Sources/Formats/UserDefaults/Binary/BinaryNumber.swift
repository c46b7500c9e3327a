/// Reads the numbers of a binary property list exactly, and writes them in an existing width.
enum BinaryNumber {
  /// The value of an integer or a real.
  static func value(of object: BinaryObject, in bytes: [UInt8]) -> DefaultsValue {
    let body = bytes[object.body]
    guard object.kind == .real else {
      return .number(DefaultsNumber(spelling: integer(body)))
    }
    let bits = body.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // The app reads a real of four bytes as the equal `Double`. The shortest digits of a `Float` are
    // another number: 1770000100 for a time of 1770000128.
    let number =
      body.count == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    return number.isFinite
      ? .number(DefaultsNumber(spelling: "\(number)")) : .notFinite("\(number)")
  }

  /// Integers of up to four bytes are unsigned, those of eight and sixteen are signed.
  private static func integer(_ body: ArraySlice<UInt8>) -> String {
    let isNegative = body.count >= 8 && (body.first ?? 0) >= 0x80
    if body.count <= 8 {
      let bits = body.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return isNegative ? "\(Int64(bitPattern: bits))" : "\(bits)"
    }
    // The complement of a negative number is its magnitude minus one.
    var magnitude = DecimalMagnitude()
    for byte in body { magnitude.multiply(by: 256, adding: Int(isNegative ? ~byte : byte)) }
    if isNegative { magnitude.multiply(by: 1, adding: 1) }
    return (isNegative ? "-" : "") + magnitude.text
  }

  /// Encodes a small number in the type and width of another object, or in one byte if that is not
  /// a number.
  static func bytes(of number: Int, like object: BinaryObject) -> [UInt8] {
    switch object.kind {
    case .real where object.count == 4:
      [object.marker] + bigEndian(UInt64(Float(number).bitPattern), size: 4)
    case .real: [object.marker] + bigEndian(Double(number).bitPattern, size: 8)
    case .integer: [object.marker] + bigEndian(UInt64(number), size: object.count)
    case .singleton, .date, .data, .ascii, .utf16, .uid, .array, .set, .dictionary:
      bytes(of: number)
    }
  }

  /// Encodes a small number as an integer of one byte.
  static func bytes(of number: Int) -> [UInt8] { [0x10, UInt8(number)] }

  /// Encodes a real of eight bytes.
  static func bytes(of number: Double) -> [UInt8] { [0x23] + bigEndian(number.bitPattern, size: 8) }

  private static func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(number, size: size, to: &bytes)
    return bytes
  }

  /// Appends a number in big-endian order.
  static func append(_ number: UInt64, size: Int, to bytes: inout [UInt8]) {
    // A greater shift than the width gives zero.
    for place in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place)))
    }
  }
}
