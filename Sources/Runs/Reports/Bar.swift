/// A bar of a chart, in blocks of a character's eighths.
package enum Bar {
  /// A bar that is as long a part of the width as the value is of the greatest one.
  ///
  /// Rounded down, so that equal values have equal bars and only the greatest is full; but any
  /// value above zero shows. The same everywhere: whole numbers, no locale.
  package static func text(_ value: Int, of greatest: Int, width: Int) -> String {
    guard value > 0, greatest > 0, (1...4096).contains(width) else { return "" }
    let product = min(value, greatest).multipliedFullWidth(by: width * 8)
    let eighths = max(1, greatest.dividingFullWidth(product).quotient)
    let part = eighths % 8 == 0 ? "" : String(partialBlocks[eighths % 8 - 1])
    return String(repeating: "█", count: eighths / 8) + part
  }

  private static let partialBlocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
