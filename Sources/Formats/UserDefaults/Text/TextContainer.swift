/// A dictionary or an array in the text of a dump, and where its parts stand.
struct TextContainer {
  /// A key and its value, or an element of an array.
  struct Entry {
    /// The first byte of the key's quote or tag; in an array, of the element.
    var start: Int
    /// Behind the key's quote or end tag; in an array the same as `start`.
    var keyEnd: Int
    /// The value, with its quotes or tags.
    var value: Range<Int>

    var key: Range<Int> { start..<keyEnd }
    var end: Int { value.upperBound }
  }

  var isDictionary: Bool
  /// All of it, from the first bracket or tag to the last.
  var range: Range<Int>
  /// What is between the brackets or tags; nil for a tag that is its own end, `<dict/>`.
  var interior: Range<Int>?
  var entries: [Entry]

  /// The white space before an entry, from the last line end on where there is one.
  func lead(of entry: Entry, in text: [UInt8]) -> [UInt8] {
    let spaces = whitespace(before: entry.start, in: text)
    guard let newline = text[spaces].lastIndex(of: UInt8(ascii: "\n")) else {
      return Array(text[spaces])
    }
    let isCRLF = newline > spaces.lowerBound && text[newline - 1] == UInt8(ascii: "\r")
    return Array(text[(isCRLF ? newline - 1 : newline)..<spaces.upperBound])
  }

  /// The white space inside the container that stands directly before a place.
  func whitespace(before place: Int, in text: [UInt8]) -> Range<Int> {
    var start = place
    let limit = interior?.lowerBound ?? range.upperBound
    while start > limit, isTextWhitespace(text[start - 1]) { start -= 1 }
    return start..<place
  }
}

/// Whether JSON and XML both take the byte for white space.
func isTextWhitespace(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x20, 0x0A, 0x0D, 0x09: true
  default: false
  }
}
