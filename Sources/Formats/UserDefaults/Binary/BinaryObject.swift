/// One object of a binary property list: its marker and the ranges of its parts.
struct BinaryObject {
  /// The object types.
  enum Kind: UInt8 {
    case singleton = 0x0
    case integer = 0x1
    case real = 0x2
    case date = 0x3
    case data = 0x4
    case ascii = 0x5
    case utf16 = 0x6
    case uid = 0x8
    case array = 0xA
    case set = 0xC
    case dictionary = 0xD
  }

  /// The markers of objects that have no body.
  static let null: UInt8 = 0x00
  static let `false`: UInt8 = 0x08
  static let `true`: UInt8 = 0x09
  private static let fill: UInt8 = 0x0F

  var kind: Kind
  /// The first byte: the kind, and a width or count.
  var marker: UInt8
  /// The object's range.
  var range: Range<Int>
  /// The range after the marker and the count.
  var body: Range<Int>
  /// The number of bytes, code units, elements or entries.
  var count: Int

  /// The number of references to other objects.
  var referenceCount: Int {
    switch kind {
    case .array, .set: count
    case .dictionary: 2 * count
    case .singleton, .integer, .real, .date, .data, .ascii, .utf16, .uid: 0
    }
  }

  /// Reads the object at an offset; it must end before the offset table.
  init(
    in bytes: [UInt8], at start: Int, before limit: Int, referenceSize: Int
  ) throws(DefaultsDumpError) {
    marker = bytes[start]
    guard let kind = Kind(rawValue: marker >> 4) else {
      throw DefaultsDumpError(.damaged, "unknown type of object", at: start)
    }
    self.kind = kind
    let low = Int(marker & 0xF)
    // Whether the low bits are valid, the count that they give if it is fixed, and the size of what
    // is counted.
    let (isValid, fixedCount, unit): (Bool, Int?, Int) =
      switch kind {
      case .singleton: ([Self.null, Self.false, Self.true, Self.fill].contains(marker), 0, 1)
      case .integer: (low <= 4, 1 << low, 1)
      case .real: (low == 2 || low == 3, 1 << low, 1)
      case .date: (low == 3, 1 << low, 1)
      case .uid: (true, low + 1, 1)
      case .data, .ascii: (true, nil, 1)
      case .utf16: (true, nil, 2)
      case .array, .set: (true, nil, referenceSize)
      case .dictionary: (true, nil, 2 * referenceSize)
      }
    guard isValid else {
      throw DefaultsDumpError(.damaged, "unknown type of object", at: start)
    }
    var bodyStart = start + 1
    count = fixedCount ?? low
    if fixedCount == nil, low == 0xF {
      (count, bodyStart) = try Self.longCount(in: bytes, at: bodyStart, before: limit)
    }
    guard count <= (limit - bodyStart) / unit else {
      throw DefaultsDumpError(.damaged, "an object does not end before the offsets", at: start)
    }
    body = bodyStart..<bodyStart + count * unit
    range = start..<body.upperBound
  }

  /// Reads the integer object with a count of 15 or more.
  private static func longCount(
    in bytes: [UInt8], at offset: Int, before limit: Int
  ) throws(DefaultsDumpError) -> (count: Int, end: Int) {
    guard offset < limit, bytes[offset] >> 4 == Kind.integer.rawValue, bytes[offset] & 0xF <= 3
    else { throw DefaultsDumpError(.damaged, "malformed count", at: offset) }
    let end = offset + 1 + 1 << Int(bytes[offset] & 0xF)
    guard end <= limit, let count = bigEndian(bytes[(offset + 1)..<end]) else {
      throw DefaultsDumpError(.damaged, "malformed count", at: offset)
    }
    return (count, end)
  }

  /// The number in big-endian order, or nil if it exceeds `Int`.
  static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count <= 8 else { return nil }
    return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
