package import ByteIO

/// A finding of one part of an input, whose lines count from the part's first line, which is 1, until
/// the parts before it have been counted.
package protocol PartLocated {
  /// Counts its lines from the start of the input.
  ///
  /// - Parameter count: how many lines come before the part.
  mutating func shiftLines(by count: Int)
}

extension Place: PartLocated {
  package mutating func shiftLines(by count: Int) { line? += count }
}

extension DamagedInput: PartLocated {
  package mutating func shiftLines(by count: Int) { place?.shiftLines(by: count) }
}

extension RecordProblem: PartLocated {
  package mutating func shiftLines(by count: Int) {
    switch self {
    case .tooLarge(var place, let limit, let documentID):
      place.shiftLines(by: count)
      self = .tooLarge(place, limit: limit, documentID: documentID)
    case .damaged(var damage):
      damage.shiftLines(by: count)
      self = .damaged(damage)
    case .unusable(let reason, var place, let documentID, let record):
      place.shiftLines(by: count)
      self = .unusable(reason, place, documentID: documentID, record: record)
    // Its place is one in the input that the list was made from.
    case .listed: break
    }
  }
}
