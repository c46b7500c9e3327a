import Scan
import SystemIO

/// A word of a command line, from the call or from a file of arguments.
struct CommandWord: Sendable {
  let text: String
  /// The line of the file that it is from; nil for a word of the call.
  var place: Place?

  /// Whether it names a file of arguments, as `@FILE`.
  var namesFile: Bool { text.utf8.first == UInt8(ascii: "@") }
}

/// The words of a command line, with the lines of the files that `@FILE` names in their places.
///
/// Read before anything is parsed, so that the parser opens nothing.
struct CommandWords: Sendable {
  private(set) var words: [CommandWord] = []
  /// The first error of reading a file; its words are missing.
  private(set) var failure: (any Error)?

  /// What the help says about `@FILE`.
  static let help =
    "read arguments from FILE, one a line, without quotes; blank lines and lines that begin with "
    + "'#' are skipped; an input named '@NAME' is given as './@NAME'"

  init(_ arguments: [String], of table: OptionTable) {
    // All words after two dashes are operands.
    var isLiteral = false
    for word in arguments.map({ CommandWord(text: $0) }) {
      if isLiteral || !word.namesFile {
        isLiteral = isLiteral || word.text == "--"
        words.append(word)
        continue
      }
      do {
        let lines = try ArgumentFile(
          path: String(word.text.dropFirst()), hint: table.hint(for: word, after: words.last)
        ).words
        let end = lines.firstIndex { $0.text == "--" }
        let nested = lines[..<(end ?? lines.endIndex)].firstIndex(where: \.namesFile)
        if let nested {
          let before = nested > 0 ? lines[nested - 1] : words.last
          throw UsageError(
            "'\(lines[nested].text)' is in a file of arguments, which cannot name another",
            hint: table.hint(for: lines[nested], after: before), at: lines[nested].place)
        }
        isLiteral = end != nil
        words += lines
      } catch {
        failure = failure ?? error
      }
    }
  }
}

extension OptionTable {
  /// How to write a word that begins with the sign and names no file of arguments.
  fileprivate func hint(for word: CommandWord, after other: CommandWord?) -> String {
    let option = all.first { $0.placeholder != nil && $0.spellings.contains(other?.text ?? "") }
    if let option { return "write a value that begins with '@' as '--\(option.name)=\(word.text)'" }
    return "write an input named '\(word.text)' as './\(word.text)'"
  }
}

/// A file of arguments, one a line.
private struct ArgumentFile {
  let words: [CommandWord]

  /// The most bytes that Linux takes for a command line.
  private static let byteLimit = 2 << 20

  /// - Parameter hint: how to write the argument if it names no file of arguments.
  init(path: String, hint: String) throws {
    if path.isEmpty || path == "-" {
      throw UsageError("'@\(path)' names no file of arguments", hint: hint)
    }
    let lines = try Self.bytes(of: path, hint: hint).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    words = try lines.enumerated().compactMap { index, line in
      let text = Self.trimmed(line)
      if text.isEmpty || text.first == UInt8(ascii: "#") { return nil }
      let place = Place(file: path, line: index + 1)
      guard !text.contains(0), let word = String(validating: text, as: UTF8.self) else {
        throw UsageError(
          "the line \(text.contains(0) ? "holds a byte 0" : "is not UTF-8")",
          hint: "a file of arguments is text in UTF-8, one argument a line", at: place)
      }
      return CommandWord(text: word, place: place)
    }
  }

  private static func bytes(of path: String, hint: String) throws -> [UInt8] {
    do {
      var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10, limit: byteLimit)
      try window.dropByteOrderMark()
      try window.fill()
      guard window.isAtEnd else {
        throw UsageError("'\(path)' has more than the \(byteLimit) bytes of a command line")
      }
      return window.bytes.copied
    } catch let error as SystemError {
      let isInput = error.isMissingInput && MissingPath.exists("@" + error.path)
      throw UnsuitableInput(
        at: nil, error.message,
        hint: (isInput ? nil : MissingPath.hint(for: error))
          ?? "'@FILE' reads arguments from FILE; \(hint)",
        kind: error.kind)
    }
  }

  /// The line without white space at its ends.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
    let rest = line.drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return rest }
    return rest[...last]
  }
}
