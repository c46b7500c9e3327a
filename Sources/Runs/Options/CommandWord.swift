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

  init(_ arguments: [String]) {
    // All words after two dashes are operands.
    var isLiteral = false
    for word in arguments.map({ CommandWord(text: $0) }) {
      if isLiteral || !word.namesFile {
        isLiteral = isLiteral || word.text == "--"
        words.append(word)
        continue
      }
      do {
        let lines = try ArgumentFile(path: String(word.text.dropFirst())).words
        let end = lines.firstIndex { $0.text == "--" }
        if let nested = lines[..<(end ?? lines.endIndex)].first(where: \.namesFile) {
          throw UsageError(
            "'\(nested.text)' is in a file of arguments, which cannot name another",
            hint: "write an input of that name as './\(nested.text)'", at: nested.place)
        }
        isLiteral = end != nil
        words += lines
      } catch {
        failure = failure ?? error
      }
    }
  }
}

/// A file of arguments, one a line.
private struct ArgumentFile {
  let words: [CommandWord]

  /// The most bytes that Linux takes for a command line.
  private static let byteLimit = 2 << 20

  init(path: String) throws {
    if path.isEmpty || path == "-" {
      throw UsageError(
        "'@\(path)' names no file of arguments", hint: "write an input of that name as './@\(path)'"
      )
    }
    let bytes = try Self.bytes(of: path)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let lines = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    words = lines.enumerated().compactMap { index, line in
      let text = Self.trimmed(line)
      if text.isEmpty || text.first == UInt8(ascii: "#") { return nil }
      return CommandWord(
        text: String(decoding: text, as: UTF8.self), place: Place(file: path, line: index + 1))
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    do {
      var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10, limit: byteLimit)
      while true {
        switch try window.refill() {
        case .more: continue
        case .end: return window.bytes.copied
        case .full:
          throw UsageError("'\(path)' has more than the \(byteLimit) bytes of a command line")
        }
      }
    } catch let error as SystemError {
      throw UnreadableArguments(error: error)
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

/// A file of arguments that cannot be read.
private struct UnreadableArguments: ReportableError {
  let error: SystemError

  var kind: FailureKind { error.kind }
  var message: String { error.message }
  var hint: String? {
    MissingPath.hint(for: error)
      ?? "'@FILE' reads arguments from FILE; write an input named '@\(error.path)' as "
      + "'./@\(error.path)'"
  }
}
