import Scan

/// The parser and the plain one agree on what is a JSON value, on where it ends, and on errors.
func compareParsers(_ bytes: [UInt8]) {
  let span = bytes.span
  var cursor = JSONCursor(span)
  var plain = PlainCursor(bytes)
  cursor.skipWhitespace()
  plain.skipWhitespace()
  let range = Result { () throws(JSONSyntaxError) in try cursor.skipValue() }
  let plainRange = Result { () throws(JSONSyntaxError) in try plain.skipValue() }
  hold(range == plainRange, "the parser says \(range), the plain one \(plainRange)")
  let value = Result { () throws(JSONSyntaxError) in try JSONValue(span) }
  if case .success = value {
    hold((try? range.get()) != nil, "there is a value where the parser finds an error")
  }
}
