import Scan
import SystemIO

/// Where in the input the places of a text are, asked from its beginning to its end.
struct PlacesInOrder {
  private(set) var lines: LineCount
  /// Lines are counted up to here.
  private(set) var place: Int
  private let origin: Record.Origin
  /// How much further from the beginning of the input its places are than from that of the text.
  private let distance: Int

  init(_ origin: Record.Origin, at start: Int) {
    self.origin = origin
    place = start
    distance = origin.byte - start
    lines = LineCount(line: origin.line, start: origin.byte - origin.column + 1)
  }

  /// How many lines begin behind the first place.
  var lineCount: Int { lines.line - origin.line }

  /// Where in the input a place is; the next one is not before it.
  mutating func origin(at place: Int, in text: Span<UInt8>) -> Record.Origin {
    var result = origin
    move(&result, to: place, in: text)
    return result
  }

  /// Moves an origin to a place; the next one is not before it.
  mutating func move(_ origin: inout Record.Origin, to place: Int, in text: Span<UInt8>) {
    advance(to: place, in: text)
    origin.byte = place + distance
    (origin.line, origin.column) = (lines.line, lines.column(of: origin.byte))
  }

  mutating func advance(to end: Int, in text: Span<UInt8>) {
    lines.pass(text, place..<end, at: distance)
    place = end
  }
}
