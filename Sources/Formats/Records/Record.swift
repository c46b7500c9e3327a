package import Scan
import SystemIO

/// One record of an input, valid as long as the bytes around it.
package struct Record: ~Escapable {
  /// The bytes that contain the record; all offsets are relative to them.
  package private(set) var text: Span<UInt8>
  /// The range of the record, with its key.
  package let range: Range<Int>
  /// The offset of the value.
  package let valueStart: Int
  /// The key, if the record is a member of an object.
  package let key: JSONString?
  private var origin: Origin
  /// The text, if it may be shared instead of copied.
  private var sharedText: [UInt8]?

  /// The place of `range` in the input.
  package struct Origin: Sendable {
    var file: String
    var byte: Int
    /// The line, from 1; 0 if the format has none, or reading began in the middle of the input.
    var line: Int
    var column: Int
    /// How offsets in the text map to the input.
    var layout = Layout.lines
    /// Whether the input is compressed, and the place counts in its decompressed bytes.
    var isDecompressed = false
    /// Whether some bytes of the input were replaced, and the place counts in the mended bytes.
    var isMended = false

    /// Creates the origin of a record in lines of text.
    init(file: String, byte: Int, line: Int, column: Int, isDecompressed: Bool = false) {
      (self.file, self.byte, self.line, self.column) = (file, byte, line, column)
      self.isDecompressed = isDecompressed
    }

    /// Creates the origin of a record in a format without lines.
    init(file: String, byte: Int, _ layout: Layout, isDecompressed: Bool = false) {
      (self.file, self.byte, self.line, self.column) = (file, byte, 0, 0)
      (self.layout, self.isDecompressed) = (layout, isDecompressed)
    }

    /// An origin without a place.
    static var none: Origin { Origin(file: "", byte: 0, .derived) }

    /// The place of the record's first byte.
    var place: Place {
      Place(
        file: file, line: line > 0 ? line : nil, column: line > 0 ? column : nil, byte: byte,
        isDecompressed: isDecompressed)
    }

    /// Moves past bytes without a line end.
    mutating func shift(_ byteCount: Int) {
      byte += byteCount
      column += byteCount
    }
  }

  /// How offsets in a record's text map to the input.
  enum Layout: Sendable {
    /// One to one, in lines.
    case lines
    /// One to one, after a header of this many bytes, without lines.
    case framed(headerByteCount: Int)
    /// Joined from sections of the input, in order. The first begins with the record.
    case sections([Section])
    /// None: the text was derived from the input.
    case derived
    /// None: the record is from a list, and every offset has the place that the list gives, with
    /// its source range if the list has one.
    case listed(Place, RejectedRecord.SourceRange?)
  }

  /// A stretch of a record's text, which ends where the next one begins.
  struct Section: Sendable {
    /// The offset in the text.
    var start: Int
    /// The place in the input; the line and the column only in a format with lines.
    var byte: Int
    var line = 0
    var column = 0
  }

  /// The bounds of a record in a text.
  package struct Bounds: Sendable {
    /// The whole record, with its key.
    var range: Range<Int>
    /// The offset of the value.
    var valueStart: Int
    /// The key, if the record is a member of an object.
    var key: JSONString?

    /// The range of the value.
    var valueRange: Range<Int> { valueStart..<range.upperBound }
  }

  /// - Parameter sharedText: the same text, if it begins with the value and only white space follows.
  @_lifetime(copy text)
  init(_ text: Span<UInt8>, _ bounds: Bounds, origin: Origin, sharedText: [UInt8]? = nil) {
    self.init(
      text, range: bounds.range, valueStart: bounds.valueStart, key: bounds.key, origin: origin)
    self.sharedText = sharedText
  }

  /// - Parameters:
  ///   - range: the range of the record; nil for the whole text.
  ///   - valueStart: the offset of the value; nil for the start of the range.
  @_lifetime(copy text)
  init(
    _ text: Span<UInt8>, range: Range<Int>? = nil, valueStart: Int? = nil,
    key: JSONString? = nil, origin: Origin
  ) {
    self.text = text
    self.range = range ?? 0..<text.count
    self.valueStart = valueStart ?? self.range.lowerBound
    self.key = key
    self.origin = origin
  }

  /// Moves to a record with the same layout in another stretch of a text.
  @_lifetime(self: copy text)
  mutating func move(
    to stretch: Range<Int>, of text: Span<UInt8>, _ places: inout PlacesInOrder
  ) {
    self.text = text.extracting(stretch)
    places.move(&origin, to: stretch.lowerBound + range.lowerBound, in: text)
  }

  /// Creates the record that is a whole input.
  @_lifetime(copy text)
  init(
    whole text: Span<UInt8>, file: String, isDecompressed: Bool = false, isMended: Bool = false
  ) {
    var origin = Origin(file: file, byte: 0, line: 1, column: 1, isDecompressed: isDecompressed)
    origin.isMended = isMended
    self.init(text, origin: origin)
  }

  /// Creates a record from a list of rejects.
  @_lifetime(copy text)
  init(
    _ text: Span<UInt8>, listed range: Range<Int>, key: JSONString? = nil, from place: Place,
    source: RejectedRecord.SourceRange? = nil
  ) {
    self.init(
      text, range: range, key: key,
      origin: Origin(file: place.file, byte: place.byte ?? 0, .listed(place, source)))
  }

  /// Whether the text is the complete record as JSON.
  var isWhole: Bool {
    switch origin.layout {
    case .lines, .listed: true
    case .framed, .sections, .derived: false
    }
  }

  /// The value's range in the input, with its checksum; nil if the text does not map to one range.
  var source: RejectedRecord.SourceRange? {
    switch origin.layout {
    case .listed(_, let source): return source
    case .lines where !origin.isMended:
      return RejectedRecord.SourceRange(of: bytes, at: origin.byte + valueStart - range.lowerBound)
    case .lines, .framed, .sections, .derived: return nil
    }
  }

  /// The range of the value.
  package var valueRange: Range<Int> { valueStart..<range.upperBound }

  /// The bytes of the value.
  package var bytes: Span<UInt8> {
    @_lifetime(copy self)
    get { text.extracting(valueRange) }
  }

  /// An array that begins with the value; only white space may follow.
  var array: [UInt8] { sharedText ?? bytes.copied }

  /// The record of a member of an object in this record.
  ///
  /// - Parameter known: as of `place(of:after:)`, for members in ascending order.
  @_lifetime(copy self)
  func inner(
    key: JSONString, value: Range<Int>, after known: inout KnownPlace?
  ) -> Record {
    let start = key.quotedRange.lowerBound
    let place = place(of: start, after: &known)
    var inner = Origin(
      file: place.file, byte: place.byte ?? 0, line: place.line ?? 0, column: place.column ?? 1,
      isDecompressed: place.isDecompressed)
    inner.isMended = origin.isMended
    if case .listed(let place, _) = origin.layout { inner.layout = .listed(place, nil) }
    return Record(
      text, range: start..<value.upperBound, valueStart: value.lowerBound, key: key, origin: inner)
  }

  /// The place of the record's first byte.
  package var place: Place {
    if case .listed(let place, _) = origin.layout { return place }
    return origin.place
  }

  private func placeWithoutLine(_ byte: Int) -> Place {
    Place(file: origin.file, byte: byte, isDecompressed: origin.isDecompressed)
  }

  /// A record at the same place, with text derived from this one.
  @_lifetime(copy text)
  func derived(_ text: Span<UInt8>) -> Record {
    var origin = origin
    origin.layout = .derived
    return Record(text, origin: origin)
  }

  /// The place of an offset.
  typealias KnownPlace = (offset: Int, place: Place)

  /// The place of an offset at or after the record's start.
  package func place(of offset: Int) -> Place { place(of: offset, from: nil) }

  /// The same for several offsets, which take one pass over the text if they ascend.
  ///
  /// - Parameter known: an earlier place from which lines are counted; set to this one.
  func place(of offset: Int, after known: inout KnownPlace?) -> Place {
    let place = place(of: offset, from: known)
    known = (offset, place)
    return place
  }

  private func place(of offset: Int, from known: KnownPlace?) -> Place {
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
    case .derived, .listed: return place
    }
  }

  /// The section, shortened to begin at a known place in it.
  private static func later(
    _ section: Section, _ known: KnownPlace?, before offset: Int
  ) -> Section {
    guard let known, section.start...offset ~= known.offset, let byte = known.place.byte,
      let line = known.place.line, let column = known.place.column
    else { return section }
    return Section(start: known.offset, byte: byte, line: line, column: column)
  }

  private func placeInLines(of offset: Int, in section: Section) -> Place {
    guard origin.line > 0 else {
      return placeWithoutLine(section.byte + offset - section.start)
    }
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
