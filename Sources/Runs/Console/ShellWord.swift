import Scan
import SystemIO

/// A word of a command, quoted for copying into a shell.
package enum ShellWord {
  /// A path, quoted so that a shell leaves it unchanged, and never taken for an option or a file of
  /// arguments.
  ///
  /// Control characters are escaped in `$'…'`, which bash, zsh and POSIX 2024 read; any other
  /// visible spelling would name another file.
  package static func quoted(path: String) -> String {
    quoted(path.hasPrefix("-") || path.hasPrefix("@") ? "./" + path : path)
  }

  /// A word in quotes that a shell leaves unchanged.
  package static func quoted(_ word: String) -> String {
    if VisibleText.of(word) == word { return "'" + word.replacing("'", with: #"'\''"#) + "'" }
    return word.unicodeScalars.reduce(into: "$'") { $0 += spelling(of: $1) } + "'"
  }

  private static func spelling(of scalar: Unicode.Scalar) -> String {
    if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
    let text = String(scalar)
    if VisibleText.of(text) == text { return text }
    return text.utf8.reduce(into: "") { octal, byte in
      octal += "\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)"
    }
  }
}
