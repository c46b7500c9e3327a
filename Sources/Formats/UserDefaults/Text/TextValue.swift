import Jokes

/// A value that is to be written.
enum TextValue {
  case flag(Bool)
  case number(DefaultsNumber)
  case string(String)
  case dictionary([(key: JokeID, number: DefaultsNumber)])
  case strings([String])
  case data([UInt8])
}

/// An entry that is to be written; without a key, an element of an array.
struct TextAddition {
  var key: String?
  var value: TextValue
}
