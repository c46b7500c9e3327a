/// A word of a command that is printed to be copied into a shell.
package enum ShellWord {
  /// The word in single quotes, in which a shell changes nothing; what is a single quote itself stands
  /// outside of them.
  package static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
