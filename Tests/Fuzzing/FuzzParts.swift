/// Several texts in one input of the fuzzer's: each behind its length in two bytes, the highest first.
enum FuzzParts {
  /// The texts of an input; the last may be shorter than its length says.
  static func split(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var rest = ArraySlice(Array(bytes))
    var parts: [[UInt8]] = []
    while let high = rest.popFirst(), let low = rest.popFirst() {
      let count = Int(high) << 8 | Int(low)
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return parts
  }

  /// The input of some texts; nil where one is too long.
  static func joined(_ parts: [[UInt8]]) -> [UInt8]? {
    guard parts.allSatisfy({ $0.count <= UInt16.max }) else { return nil }
    return parts.flatMap { [UInt8($0.count >> 8), UInt8($0.count & 0xFF)] + $0 }
  }
}
