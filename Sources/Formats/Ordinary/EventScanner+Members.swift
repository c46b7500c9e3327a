import ByteIO

/// How events are passed over that have no known shape, but known members.
extension EventScanner {
  /// Passes over events that are recognised by their members: one, or some where shapes hardly repeat.
  mutating func passMembers(
    _ text: Span<UInt8>, from start: inout Int, before limit: Int,
    into passed: inout DecidedRecords
  ) {
    let most = credit == 0 ? members.lines.count : 1
    let found = members.findLines(text, from: start, before: limit, most: most)
    let count = found ?? 0
    if rule.isTallying, rule.changesNothing, count > 0 {
      start = addLines(count, text, into: &passed)
      return
    }
    for number in 0..<count {
      let line = members.lines[number]
      guard let event = members.event(line, in: text, collection: collection),
        take(event, line.range, text, into: &passed)
      else { break }
      start = line.range.upperBound
    }
    guard count == 0 else { return }
    for _ in 0..<(found == nil && credit == 0 ? 8 : 1) {
      guard start < limit,
        let (event, end) = members.event(in: text, from: start, collection: collection),
        take(event, start..<end, text, into: &passed)
      else { return }
      start = end
    }
  }

  /// Counts the lines that were found, up to one that takes a closer look, where each is only counted.
  ///
  /// - Returns: where the next one begins.
  private mutating func addLines(
    _ count: Int, _ text: Span<UInt8>, into passed: inout DecidedRecords
  ) -> Int {
    let lines = members.lines[..<count]
    let odd = lines.firstIndex { members.event($0, in: text, collection: collection) == nil }
    let found = lines[..<(odd ?? count)]
    let start = lines[0].range.lowerBound
    guard let last = found.last else { return start }
    add(found, in: text)
    members.recognisedCount &+= found.count
    passed.add(found.count, upTo: last.range.upperBound)
    if isLearningShapes, let event = members.event(last, in: text, collection: collection) {
      learnShape(of: event, text, range: last.range.lowerBound..<last.range.upperBound - 1)
    }
    return last.range.upperBound
  }

  /// Takes an event that was recognised by its members; false where it is to be decided about by itself.
  private mutating func take(
    _ event: OrdinaryEvent, _ range: Range<Int>, _ text: Span<UInt8>,
    into passed: inout DecidedRecords
  ) -> Bool {
    guard
      pass(range, ratingOffset: event.ratingOffset, in: text, into: &passed)
    else { return false }
    add(event, in: text)
    members.recognisedCount &+= 1
    if isLearningShapes {
      learnShape(of: event, text, range: isLines ? range.lowerBound..<range.upperBound - 1 : range)
    }
    return true
  }
}
