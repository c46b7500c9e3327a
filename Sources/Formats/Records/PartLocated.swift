package import Scan
import SystemIO

/// Where in an input a part begins whose lines and columns were counted from its own first byte.
package struct PartStart: Sendable {
  /// How many lines come before the part, and how many columns before it in its first line.
  package var lines = 0
  package var columns = 0

  package init() {}

  /// A part that begins where a record does.
  init(of origin: Record.Origin) { (lines, columns) = (origin.line - 1, origin.column - 1) }
}

/// A finding of one part of an input, whose place counts from the part's first byte, in line 1 and
/// column 1, until the parts before it have been counted.
package protocol PartLocated {
  /// Counts its place from the start of the input.
  mutating func shift(by start: PartStart)
}

extension Place: PartLocated {
  package mutating func shift(by start: PartStart) {
    if line == 1 { column? += start.columns }
    line? += start.lines
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
    // Its place is one in the input that the list was made from.
    case .listed: break
    }
  }
}
