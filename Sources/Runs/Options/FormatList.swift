import Formats
import Scan

/// The formats of a tool, as `--list-formats` prints them.
struct FormatList: Sendable {
  private let formats: [InputFormat]
  private let writes: Bool

  /// - Parameters:
  ///   - contents: the contents that the tool reads; nil reads all.
  ///   - writes: whether the tool writes its inputs' formats.
  init(of contents: InputFormat.Contents?, writes: Bool = false) {
    formats = InputFormat.allCases.filter { contents == nil || $0.contents == contents }
    self.writes = writes
  }

  /// Their names for `--format`.
  var names: [String] { formats.map(\.rawValue) }

  /// One line per format: its name, its description and its uses.
  var text: String {
    let width = formats.map(\.rawValue.count).max() ?? 0
    return formats.map { format in
      let holds = format.contents == .dumps ? "dumps" : "documents"
      return TextWidth.padded(format.rawValue, to: width + 2) + format.displayName
        + "; \(holds), \(use(of: format))\n"
    }.joined()
  }

  private func use(of format: InputFormat) -> String {
    if format.isHistory { return "read, with 60 to 90 bytes of memory for each" }
    return writes && !format.isReadOnly ? "read and written" : "read"
  }
}
