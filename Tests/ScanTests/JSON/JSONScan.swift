import Scan

/// Why a text is not one JSON value with white space around it, or nil where it is.
func syntaxError(_ text: [UInt8]) -> JSONSyntaxError? {
  let span = text.span
  var cursor = JSONCursor(span)
  do throws(JSONSyntaxError) {
    cursor.skipWhitespace()
    try cursor.skipValue()
    cursor.skipWhitespace()
    if cursor.next != nil { throw JSONSyntaxError(.trailingText, at: cursor.offset) }
    return nil
  } catch {
    return error
  }
}

func syntaxError(_ text: String) -> JSONSyntaxError? { syntaxError(Array(text.utf8)) }

/// The string that a JSON text begins with.
func firstString(_ text: String) throws -> (string: JSONString, text: String, bytes: [UInt8]) {
  let bytes = Array(text.utf8)
  let span = bytes.span
  var cursor = JSONCursor(span)
  let string = try cursor.string()
  return (string, string.string(in: span), string.utf8(in: span))
}
