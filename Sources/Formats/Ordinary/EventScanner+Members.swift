import ByteIO

/// How events are passed over that have no known shape, but known members.
extension EventScanner {
  /// Passes over events that are recognised by their members: one, or some where shapes hardly repeat.
  mutating func passMembers(
    _ text: Span<UInt8>, from start: inout Int, before limit: Int, dropping: Bool,
    into passed: inout PassedEvents
  ) {
    for _ in 0..<(credit == 0 ? 8 : 1) {
      guard start < limit,
        let (event, end) = members.event(in: text, from: start, collection: collection),
        let edit = edit(start..<end, ratingOffset: event.ratingOffset, in: text)
      else { return }
      if case .drop = edit, !dropping { return }
      add(event, in: text)
      passed.add(edit, start..<end)
      members.recognisedCount &+= 1
      if isLearningShapes {
        learnShape(of: event, text, range: start..<(isLines ? end - 1 : end))
      }
      start = end
    }
  }
}
