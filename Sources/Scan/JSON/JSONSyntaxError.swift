/// The first error in text that is not JSON.
@usableFromInline
package struct JSONSyntaxError: Error, Hashable {
  /// The kind of error, as a clause for messages.
  package enum Reason: String, Sendable {
    case unexpectedEnd = "the text ends in the middle of a value"
    case expectedValue = "expected a value"
    case expectedKey = "expected a key in double quotes"
    case expectedColon = "expected ':' after a key"
    case expectedCommaOrBrace = "expected ',' or '}'"
    case expectedCommaOrBracket = "expected ',' or ']'"
    case expectedObject = "expected an object"
    case badLiteral = "expected true, false or null"
    case badNumber = "malformed number"
    case leadingZero = "a number must not begin with a zero and another digit"
    case controlCharacter = "a control character inside a string must be written as an escape"
    case badEscape = "unknown escape sequence"
    case loneSurrogate = "half of a surrogate pair"
    case invalidUTF8 = "invalid UTF-8"
    case tooDeep = "nested too deeply for such a document"
    case repeatedKey = "this key occurs twice"
    case trailingText = "unexpected text after the value"
  }

  /// What is wrong at the offset.
  package var reason: Reason
  /// The offset of the offending byte.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Whether more text could complete it.
  package var isIncomplete: Bool { reason == .unexpectedEnd }
}
