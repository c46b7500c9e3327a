import Scan
import SystemIO

/// A word of a command that is printed to be copied into a shell.
package enum ShellWord {
  /// The path of a file, in quotes in which a shell changes nothing, and never taken for an option.
  ///
  /// What would steer a terminal is spelled out in the way that bash, zsh and POSIX of 2024 read back:
  /// as it would be shown otherwise, the word would be the name of another file.
  package static func quoted(path: String) -> String {
    quoted(path.hasPrefix("-") ? "./" + path : path)
  }

  /// A word, in quotes where a shell would change it.
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
