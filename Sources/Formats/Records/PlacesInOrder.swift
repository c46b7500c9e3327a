import Scan
import SystemIO

/// Converts ascending offsets in a text to places in the input.
struct PlacesInOrder {
  private(set) var lines: LineCount
  /// The offset up to which lines are counted.
  private(set) var place: Int
  /// The origin of the first place.
  let origin: Record.Origin
  /// Added to an offset in the text, gives an offset in the input.
  private let distance: Int

  init(_ origin: Record.Origin, at start: Int) {
    self.origin = origin
    place = start
    distance = origin.byte - start
    lines = LineCount(line: origin.line, start: origin.byte - origin.column + 1)
  }

  /// The number of line ends so far.
  var lineCount: Int { lines.line - origin.line }

  /// The origin of a place. Each place must be at or after the one before.
  mutating func origin(at place: Int, in text: Span<UInt8>) -> Record.Origin {
    var result = origin
    move(&result, to: place, in: text)
    return result
  }

  /// Moves an origin to a place. Each place must be at or after the one before.
  mutating func move(_ origin: inout Record.Origin, to place: Int, in text: Span<UInt8>) {
    advance(to: place, in: text)
    origin.byte = place + distance
    (origin.line, origin.column) = (lines.line, lines.column(of: origin.byte))
  }

  /// Passes the line that begins at the place so far.
  mutating func passLine(upTo end: Int) {
    lines.passLine(upTo: end + distance)
    place = end
  }

  mutating func advance(to end: Int, in text: Span<UInt8>) {
    lines.pass(text, place..<end, at: distance)
    place = end
  }
}
