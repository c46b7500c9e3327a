import ByteIO
import JSONText

/// A place in a JSON dump, moved forward over what is ordinary: text of printable ASCII without
/// escapes, and plain decimal numbers.
///
/// What it refuses need not be wrong: the strict reader finds out.
struct OrdinaryCursor: ~Escapable {
  let text: Span<UInt8>
  var offset: Int

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, at offset: Int) {
    self.text = text
    self.offset = offset
  }

  /// The byte that is looked at next, or one that begins nothing at the end.
  var next: UInt8 { offset < text.count ? text[offset] : 0 }

  // Inlined by request: there is hardly any white space, and the call costs more than the look
  // (a tenth of the instructions of reading a dump).
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func skipWhitespace() {
    while offset < text.count, text[offset] <= 0x20, isTextWhitespace(text[offset]) {
      offset += 1
    }
  }

  /// Moves over one byte and the white space around it; false where it is another byte.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    if isAlone(byte) {
      offset &+= 1
      return true
    }
    return takeSpaced(byte)
  }

  /// Whether a byte comes next, and no white space after it: as between most tokens.
  @inline(__always)
  private func isAlone(_ byte: UInt8) -> Bool {
    guard text.byte(at: offset) == byte, let other = text.byte(at: offset &+ 1) else {
      return false
    }
    return other > 0x20
  }

  @_lifetime(self: copy self)
  private mutating func takeSpaced(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard next == byte else { return false }
    offset += 1
    skipWhitespace()
    return true
  }

  /// What follows in a container.
  enum Continuation {
    case entry
    case end
    case odd
  }

  /// Moves on to the next entry of a container, or behind the bracket that ends it.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func nextEntry(isFirst: Bool, before bracket: UInt8) -> Continuation {
    if !isFirst, isAlone(UInt8(ascii: ",")) {
      offset &+= 1
      return .entry
    }
    return nextSpacedEntry(isFirst: isFirst, before: bracket)
  }

  @_lifetime(self: copy self)
  private mutating func nextSpacedEntry(isFirst: Bool, before bracket: UInt8) -> Continuation {
    skipWhitespace()
    if next == bracket {
      offset += 1
      return .end
    }
    if isFirst { return .entry }
    return take(UInt8(ascii: ",")) ? .entry : .odd
  }

  /// Moves over a string of printable ASCII without escapes, and gives the range between its quotes;
  /// nil where it is none.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func printableString() -> Range<Int>? {
    guard text.byte(at: offset) == UInt8(ascii: "\"") else { return nil }
    let start = offset &+ 1
    let end = text.endOfPrintableText(from: start)
    guard text.byte(at: end) == UInt8(ascii: "\"") else { return nil }
    offset = end &+ 1
    return start..<end
  }

  /// Moves over a copy of what stands in a range of another text; false where something else comes.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func takeCopy(of range: Range<Int>, in other: Span<UInt8>) -> Bool {
    guard text.holds(range, of: other, at: offset) else { return false }
    offset &+= range.count
    return true
  }

  /// The same where the copy is an entry, and ends where it ends there.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func takeEntry(like range: Range<Int>, in other: Span<UInt8>) -> Bool {
    guard text.holds(range, of: other, at: offset),
      let byte = text.byte(at: offset &+ range.count),
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    else { return false }
    offset &+= range.count
    return true
  }

  /// Moves over one digit from 1 to 5; what follows it is for the next step to look at.
  @_lifetime(self: copy self)
  mutating func rating() -> Double? {
    let digit = next
    guard digit >= UInt8(ascii: "1"), digit <= UInt8(ascii: "5") else { return nil }
    offset += 1
    return Double(digit - UInt8(ascii: "0"))
  }

  /// Moves over a number without a sign, without an exponent and of at most 15 digits, and gives the
  /// nearest `Double`; nil where it is none.
  @_lifetime(self: copy self)
  mutating func number() -> Double? {
    guard let (digits, fractionCount, end) = text.plainNumber(from: offset) else { return nil }
    offset = end
    // Whole numbers up to 10¹⁵ and such powers of ten are exact, and what one division makes of the
    // two is the nearest `Double` there is, as in `JSONNumber`.
    return Double(digits) / Double(powerOfTen(fractionCount))
  }

  /// Moves over `true` or `false`; nil where it is neither.
  @_lifetime(self: copy self)
  mutating func boolean() -> Bool? {
    let first = next
    guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f"), skipValue() else { return nil }
    return first == UInt8(ascii: "t")
  }

  /// Moves over a value of any kind; false where it is none.
  ///
  /// Lists of plain strings, such as ids, are most of what does not matter in a dump.
  @_lifetime(self: copy self)
  mutating func skipValue() -> Bool {
    let end =
      switch next {
      case UInt8(ascii: "\""): endOfPlainString(from: offset)
      case UInt8(ascii: "["): endOfPlainList(from: offset)
      case UInt8(ascii: "t"): text.holds("true", at: offset) ? offset &+ 4 : nil
      case UInt8(ascii: "f"): text.holds("false", at: offset) ? offset &+ 5 : nil
      case UInt8(ascii: "0")...UInt8(ascii: "9"): text.plainNumber(from: offset)?.end
      default: Int?.none
      }
    guard let end else { return skipAnyValue() }
    offset = end
    return true
  }

  /// Where the string that begins at an offset ends; nil where it is not plain.
  @inline(__always)
  private func endOfPlainString(from start: Int) -> Int? {
    guard text.byte(at: start) == UInt8(ascii: "\"") else { return nil }
    let end = text.endOfPlainText(from: start &+ 1)
    return text.byte(at: end) == UInt8(ascii: "\"") ? end &+ 1 : nil
  }

  /// Where the list of plain strings that begins at an offset ends, with no white space in it; nil
  /// where it is anything else.
  private func endOfPlainList(from start: Int) -> Int? {
    var place = start
    repeat {
      guard let end = endOfPlainString(from: place &+ 1) else { return nil }
      place = end
    } while text.byte(at: place) == UInt8(ascii: ",")
    return text.byte(at: place) == UInt8(ascii: "]") ? place &+ 1 : nil
  }

  @_lifetime(self: copy self)
  private mutating func skipAnyValue() -> Bool {
    var cursor = JSONCursor(text, at: offset)
    do throws(JSONSyntaxError) {
      try cursor.skipValue()
    } catch {
      return false
    }
    offset = cursor.offset
    return true
  }
}
