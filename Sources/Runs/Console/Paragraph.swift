import Scan
import SystemIO

/// Text wrapped at spaces.
enum Paragraph {
  /// Lines of at most this many columns; a longer word is split.
  ///
  /// Empty text gives one empty line.
  ///
  /// - Parameter first: the most columns of the first line, if others.
  static func lines(_ text: String, width: Int, first: Int? = nil) -> [String] {
    var lines: [String] = []
    var line = ""
    var room: Int { max(2, lines.isEmpty ? first ?? width : width) }
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if TextWidth.of(line) + 1 + TextWidth.of(word) <= room {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
      while TextWidth.of(line) > room {
        let start = TextWidth.prefix(line[...], of: room)
        lines.append(String(start))
        line = String(line[start.endIndex...])
      }
    }
    return lines + [line]
  }

  /// The lines with a margin; the first line may have a smaller one.
  static func indented(_ text: String, width: Int, by margin: Int, first: Int? = nil) -> [String] {
    let first = first ?? margin
    return lines(text, width: width - margin, first: width - first).enumerated().map {
      String(repeating: " ", count: $0 == 0 ? first : margin) + $1
    }
  }
}
