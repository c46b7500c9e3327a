package import Scan
import SystemIO

/// One record of an input, lent while it is looked at.
package struct Record: ~Escapable {
  /// The bytes around it; offsets of its parts count from their start.
  package private(set) var text: Span<UInt8>
  /// Where in `text` the record stands, its key included.
  package let range: Range<Int>
  /// Where in `text` its value begins.
  package let valueStart: Int
  /// Its key, where it is the member of an object.
  package let key: JSONString?
  private var origin: Origin

  /// Where in the input `range` begins.
  package struct Origin: Sendable {
    var file: String
    var byte: Int
    var line: Int
    var column: Int
    /// How the record's text stands in the input.
    var layout = Layout.lines
    /// Whether the input is compressed, and the place one in what it holds.
    var isDecompressed = false
    /// Whether other bytes stand in the place of some of the input's, and the place one among those.
    var isMended = false

    /// A record of text.
    init(file: String, byte: Int, line: Int, column: Int, isDecompressed: Bool = false) {
      (self.file, self.byte, self.line, self.column) = (file, byte, line, column)
      self.isDecompressed = isDecompressed
    }

    /// A record of a format without lines.
    init(file: String, byte: Int, _ layout: Layout, isDecompressed: Bool = false) {
      (self.file, self.byte, self.line, self.column) = (file, byte, 0, 0)
      (self.layout, self.isDecompressed) = (layout, isDecompressed)
    }

    /// Nowhere.
    static var none: Origin { Origin(file: "", byte: 0, .derived) }

    /// Moves on by bytes that hold no line end.
    mutating func shift(_ byteCount: Int) {
      byte += byteCount
      column += byteCount
    }
  }

  /// How a record's text stands in the input.
  enum Layout: Sendable {
    /// As it is, in lines.
    case lines
    /// As it is, behind a header of so many bytes, and there are no lines.
    case framed(headerByteCount: Int)
    /// Put together from pieces, the first of its bytes first.
    case pieces([Piece])
    /// As it is, in lines, but for what is left out between its sections, the first of which begins
    /// with it.
    case sections([Section])
    /// Not at all: it was made from what stands there.
    case derived
    /// Elsewhere: it is one of a list, and all of it counts as standing where it came from, as far as
    /// the list says where that was.
    case listed(Place, RejectedRecord.SourceRange?)
  }

  /// A stretch of a record's text that stands in lines, up to the next one.
  struct Section: Sendable {
    /// Where in the text it begins.
    var start: Int
    /// Where in the input that is.
    var byte: Int
    var line: Int
    var column: Int
  }

  /// A stretch of a record's text, and where in the input it begins.
  struct Piece: Sendable {
    var range: Range<Int>
    var byte: Int
  }

  /// Where a record stands in a text.
  package struct Bounds: Sendable {
    /// All of it, its key included.
    var range: Range<Int>
    /// Where its value begins.
    var valueStart: Int
    /// Its key, where it is the member of an object.
    var key: JSONString?
  }

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, _ bounds: Bounds, origin: Origin) {
    self.init(
      text, range: bounds.range, valueStart: bounds.valueStart, key: bounds.key, origin: origin)
  }

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, range: Range<Int>, valueStart: Int, key: JSONString?, origin: Origin) {
    self.text = text
    self.range = range
    self.valueStart = valueStart
    self.key = key
    self.origin = origin
  }

  /// Moves on to a record whose parts stand in the same places of another stretch of a text.
  @_lifetime(self: copy text)
  mutating func move(
    to stretch: Range<Int>, of text: Span<UInt8>, _ places: inout PlacesInOrder
  ) {
    self.text = text.extracting(stretch)
    places.move(&origin, to: stretch.lowerBound + range.lowerBound, in: text)
  }

  /// The one record that a whole input is.
  @_lifetime(copy text)
  init(
    whole text: Span<UInt8>, file: String, isDecompressed: Bool = false, isMended: Bool = false
  ) {
    var origin = Origin(file: file, byte: 0, line: 1, column: 1, isDecompressed: isDecompressed)
    origin.isMended = isMended
    self.init(text, range: 0..<text.count, valueStart: 0, key: nil, origin: origin)
  }

  /// A member of an object, or a value that stands alone, whose text stands nowhere else.
  @_lifetime(copy text)
  init(whole text: Span<UInt8>, valueStart: Int, key: JSONString?, file: String) {
    self.init(
      text, range: 0..<text.count, valueStart: valueStart, key: key,
      origin: Origin(file: file, byte: 0, .derived))
  }

  /// A record of a list, or what a list spells of it.
  @_lifetime(copy text)
  init(
    _ text: Span<UInt8>, listed range: Range<Int>, key: JSONString? = nil, from place: Place,
    source: RejectedRecord.SourceRange? = nil
  ) {
    self.init(
      text, range: range, valueStart: range.lowerBound, key: key,
      origin: Origin(file: place.file, byte: place.byte ?? 0, .listed(place, source)))
  }

  /// Whether its text is all of it, as it stands in JSON.
  var isWhole: Bool {
    switch origin.layout {
    case .lines, .listed: true
    case .framed, .pieces, .sections, .derived: false
    }
  }

  /// Where its value stands in the input, and how it is known there; nil where that is not to be told.
  var source: RejectedRecord.SourceRange? {
    switch origin.layout {
    case .listed(_, let source): return source
    case .lines where !origin.isMended:
      return RejectedRecord.SourceRange(of: bytes, at: origin.byte + valueStart - range.lowerBound)
    case .lines, .framed, .pieces, .sections, .derived: return nil
    }
  }

  /// Where in `text` its value stands.
  package var valueRange: Range<Int> { valueStart..<range.upperBound }

  /// The bytes of its value.
  package var bytes: Span<UInt8> {
    @_lifetime(copy self)
    get { text.extracting(valueRange) }
  }

  /// The record that a member of an object inside of this one is.
  ///
  /// - Parameter known: a place before it, so that lines are counted from there on; the member's own
  ///   afterwards. Members that are taken in order are so found in one walk over the text.
  @_lifetime(copy self)
  func inner(
    key: JSONString, value: Range<Int>, after known: inout (offset: Int, place: Place)?
  ) -> Record {
    let start = key.quotedRange.lowerBound
    let place = place(of: start, after: known)
    known = (start, place)
    var inner = Origin(
      file: place.file, byte: place.byte ?? 0, line: place.line ?? 1, column: place.column ?? 1,
      isDecompressed: place.isDecompressed)
    inner.isMended = origin.isMended
    if case .listed(let place, _) = origin.layout { inner.layout = .listed(place, nil) }
    return Record(
      text, range: start..<value.upperBound, valueStart: value.lowerBound, key: key, origin: inner)
  }

  /// The place of its first byte.
  package var place: Place {
    if case .listed(let place, _) = origin.layout { return place }
    guard origin.line > 0 else { return placeWithoutLine(origin.byte) }
    return Place(
      file: origin.file, line: origin.line, column: origin.column, byte: origin.byte,
      isDecompressed: origin.isDecompressed)
  }

  private func placeWithoutLine(_ byte: Int) -> Place {
    Place(file: origin.file, byte: byte, isDecompressed: origin.isDecompressed)
  }

  /// A record of the same place whose text was made from this one's.
  @_lifetime(copy text)
  func derived(_ text: Span<UInt8>) -> Record {
    var origin = origin
    origin.layout = .derived
    return Record(text, range: 0..<text.count, valueStart: 0, key: nil, origin: origin)
  }

  /// The place of a byte at or after its first, as an offset into `text`.
  package func place(of offset: Int) -> Place { place(of: offset, after: nil) }

  private func place(of offset: Int, after known: (offset: Int, place: Place)?) -> Place {
    switch origin.layout {
    case .lines:
      let section = Section(
        start: range.lowerBound, byte: origin.byte, line: origin.line, column: origin.column)
      return placeInLines(of: offset, in: Self.later(section, known, before: offset))
    case .sections(let sections):
      guard let section = sections.last(where: { $0.start <= offset }) else { return place }
      return placeInLines(of: offset, in: Self.later(section, known, before: offset))
    case .framed(let headerByteCount):
      return placeWithoutLine(origin.byte + headerByteCount + offset)
    case .pieces(let pieces):
      guard let piece = pieces.last(where: { $0.range.lowerBound <= offset }) else { return place }
      return placeWithoutLine(piece.byte + offset - piece.range.lowerBound)
    case .derived, .listed: return place
    }
  }

  /// The section, or what begins at a known place in it.
  private static func later(
    _ section: Section, _ known: (offset: Int, place: Place)?, before offset: Int
  ) -> Section {
    guard let known, section.start...offset ~= known.offset, let byte = known.place.byte,
      let line = known.place.line, let column = known.place.column
    else { return section }
    return Section(start: known.offset, byte: byte, line: line, column: column)
  }

  private func placeInLines(of offset: Int, in section: Section) -> Place {
    let before = text.extracting(section.start..<offset)
    let lines = before.occurrences(of: UInt8(ascii: "\n"))
    let column =
      if lines > 0, let last = before.lastOffset(of: UInt8(ascii: "\n"), before: before.count) {
        before.count - last
      } else {
        section.column + before.count
      }
    return Place(
      file: origin.file, line: section.line + lines, column: column,
      byte: section.byte + before.count, isDecompressed: origin.isDecompressed)
  }
}
