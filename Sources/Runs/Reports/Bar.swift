/// A bar of a chart, in eighths of a block character.
enum Bar {
  /// A bar whose share of the width is the value's share of the greatest.
  ///
  /// Rounded down, so that equal values have equal bars and only the greatest is full; any value
  /// above zero shows. Integer arithmetic gives the same on every platform.
  static func text(_ value: Int, of greatest: Int, width: Int) -> String {
    guard (1...4096).contains(width) else { return "" }
    let eighths = share(value, of: greatest, in: width * 8)
    if eighths == 0 { return "" }
    let part = eighths % 8 == 0 ? "" : String(partialBlocks[eighths % 8 - 1])
    return String(repeating: "█", count: eighths / 8) + part
  }

  /// The value's share of the greatest, of this many parts: rounded down, at least 1 above zero.
  static func share(_ value: Int, of greatest: Int, in parts: Int) -> Int {
    guard value > 0, greatest > 0 else { return 0 }
    let product = min(value, greatest).multipliedFullWidth(by: parts)
    return max(1, greatest.dividingFullWidth(product).quotient)
  }

  private static let partialBlocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
