/// The colours of words on standard error, by the numbers that a terminal knows them by.
package enum TextColor: String, Sendable {
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
  case boldRed = "1;31"
  case boldYellow = "1;33"

  /// The words in this colour.
  package func text(_ words: String) -> String { "\u{1B}[\(rawValue)m\(words)\u{1B}[0m" }
}
