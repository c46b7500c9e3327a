import Scan
import SystemIO

/// Text wrapped at spaces.
enum Paragraph {
  /// Lines of at most this many columns; a longer word is split.
  ///
  /// Empty text gives one empty line.
  static func lines(_ text: String, width: Int) -> [String] {
    let width = max(2, width)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if TextWidth.of(line) + 1 + TextWidth.of(word) <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
      while TextWidth.of(line) > width {
        let start = TextWidth.prefix(line[...], of: width)
        lines.append(String(start))
        line = String(line[start.endIndex...])
      }
    }
    return lines + [line]
  }

  /// The lines with a margin; the first line may have a smaller one.
  static func indented(_ text: String, width: Int, by margin: Int, first: Int? = nil) -> [String] {
    lines(text, width: width - margin).enumerated().map { index, line in
      String(repeating: " ", count: index == 0 ? first ?? margin : margin) + line
    }
  }
}
