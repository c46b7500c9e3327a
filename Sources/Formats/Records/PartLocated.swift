package import Scan
import SystemIO

/// The start of a part whose lines and columns were counted from its own first byte.
package struct PartStart: Sendable {
  /// The number of lines before the part, nil if reading began in the middle of the input, and of
  /// columns before it in its first line.
  package var lines: Int? = 0
  package var columns = 0

  package init() {}

  /// The start of a part that begins with a record.
  init(of origin: Record.Origin) {
    (lines, columns) = (origin.line > 0 ? origin.line - 1 : nil, origin.column - 1)
  }
}

/// A finding whose place counts from line 1, column 1 of its part, until the length of the earlier
/// parts is known.
package protocol PartLocated {
  /// Makes the place relative to the start of the input.
  mutating func shift(by start: PartStart)
}

extension PartLocated {
  /// The finding with its place relative to the start of the input.
  package func shifted(by start: PartStart) -> Self {
    var shifted = self
    shifted.shift(by: start)
    return shifted
  }
}

extension Place: PartLocated {
  package mutating func shift(by start: PartStart) {
    guard let lines = start.lines else { return (line, column) = (nil, nil) }
    if line == 1 { column? += start.columns }
    line? += lines
  }
}

extension DamagedInput: PartLocated {
  package mutating func shift(by start: PartStart) { place?.shift(by: start) }
}

extension RecordProblem: PartLocated {
  package mutating func shift(by start: PartStart) {
    switch self {
    case .tooLarge(var place, let limit, let documentID):
      place.shift(by: start)
      self = .tooLarge(place, limit: limit, documentID: documentID)
    case .damaged(var damage):
      damage.shift(by: start)
      self = .damaged(damage)
    case .unusable(let reason, var place, let documentID, let record):
      place.shift(by: start)
      self = .unusable(reason, place, documentID: documentID, record: record)
    // The place is already one in the input of the list.
    case .listed: break
    }
  }
}
