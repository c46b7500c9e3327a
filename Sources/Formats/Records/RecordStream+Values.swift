import Scan
import SystemIO

/// Reading of records in an array, an object, or a stream of values.
extension RecordStream {
  /// Reads an input of this framing.
  mutating func runValues(_ framing: Framing) throws {
    if let bracket = framing.brackets?.opening { try open(bracket) }
    if try runContainer(framing) { try close() }
  }

  /// Processes the records of a container, up to its end.
  ///
  /// A dropped record takes the separator after it along; the last one the separator before it.
  ///
  /// - Returns: false if the container is damaged and the rest of the input was copied unread.
  mutating func runContainer(_ framing: Framing) throws -> Bool {
    var isFirst = true
    var followsDropped = false
    // Whether the comma before the next record was part of a long separator.
    var followsComma = false
    // Whether the last item was a record, so that a run may follow.
    var followsRecord = false
    while true {
      let expectsFirst = isFirst || followsComma
      if followsRecord, try passRun(in: framing, &followsDropped) { continue }
      let next: RecordStep<Handler.Reading>
      let end: Int
      do {
        (next, end) = try step(in: framing, isFirst: expectsFirst)
        if followsComma, case .end = next { throw Self.missingRecord(in: framing, at: end - 1) }
      } catch let error as JSONSyntaxError {
        try rejectRest(error)
        if followsDropped {
          try keepSeparator(isFirst: expectsFirst)
        } else {
          try writeHeld()
        }
        try abandon()
        return false
      } catch is RecordTooLarge {
        if isBehindLongSeparator(isFirst: expectsFirst) {
          followsComma = try passSeparator(in: framing, isFirst: isFirst, &followsDropped)
          followsRecord = false
          continue
        }
        if followsDropped { try keepSeparator(isFirst: expectsFirst) }
        // The separator was dropped with the previous record.
        let isNext = expectsFirst || followsDropped
        guard try readLargeRecord(in: framing, isFirst: isNext) else { return false }
        (isFirst, followsDropped, followsComma) = (false, false, false)
        followsRecord = true
        continue
      }
      followsRecord = next.isRecord
      switch next {
      case .end:
        if followsDropped { try dropHeld() } else { try writeHeld() }
        advance(to: end)
        return true
      case .container(let start, let inner, let key, let isDocument):
        if followsDropped { try exchangeSeparator(before: start) }
        advance(to: end)
        if isDocument { visitor.passOver(documentCount: 1, recordCount: 0) }
        handler.enter(key)
        guard try runContainer(inner) else { return false }
        handler.leave()
        followsDropped = false
      case .other(let bounds):
        let start = bounds.range.lowerBound
        if followsDropped { try exchangeSeparator(before: start) }
        advance(to: start)
        try handler.decide(Record(window.bytes, bounds, origin: origin), telling: visitor) {
          try $0.passOther($1)
        }
        advance(to: end)
        followsDropped = false
      case .record(let reading, let bounds):
        try decide(reading, bounds, &followsDropped)
      }
      (isFirst, followsComma) = (false, false)
    }
  }

  /// Reads the next item of a container.
  private mutating func step(
    in framing: Framing, isFirst: Bool
  ) throws -> (RecordStep<Handler.Reading>, end: Int) {
    let (next, end) = try attempt { cursor, handler, isAtEnd throws(JSONSyntaxError) in
      try handler.step(in: framing, &cursor, isFirst: isFirst, isAtEnd: isAtEnd)
    }
    // The limit is the same for any window size.
    if end - position > recordLimit, let bounds = next.bounds, bounds.range.count > recordLimit {
      throw RecordTooLarge()
    }
    return (next, end)
  }

  /// Decides about the next record.
  private mutating func decide(
    _ reading: Handler.Reading, _ bounds: Record.Bounds, _ followsDropped: inout Bool
  ) throws {
    let (separatorStart, record) = (position, bounds.range)
    advance(to: record.lowerBound)
    let shared = try sharedText(bounds)
    let fate = try handler.decide(
      Record(window.bytes, bounds, origin: origin, sharedText: shared), telling: visitor
    ) { try $0.decide(reading, $1) }
    if followsDropped, !fate.isDrop { try exchangeSeparator(before: record.lowerBound) }
    if try !apply(fate, to: bounds.valueRange) {
      if !followsDropped {
        try write(upTo: separatorStart)
        try holdSeparator(before: record.lowerBound)
      }
      try leaveOut(upTo: record.upperBound)
    }
    followsDropped = fate.isDrop
    advance(to: record.upperBound)
  }

  /// The window's bytes if they are one value of the whole input, which then need not be copied.
  private mutating func sharedText(_ bounds: Record.Bounds) throws -> [UInt8]? {
    guard bounds.valueStart == 0,
      window.bytes.endOfWhitespace(from: bounds.range.upperBound) == window.count
    else { return nil }
    return try window.shared()
  }

  /// Keeps the separator before the next record, which follows a dropped one, and moves past it.
  private mutating func keepSeparator(isFirst: Bool) throws {
    try exchangeSeparator(before: recordStart(isFirst: isFirst))
    advance(to: written)
  }

  /// The error for a comma at the end of a container.
  private static func missingRecord(in framing: Framing, at offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(framing == .object ? .expectedKey : .expectedValue, at: offset)
  }

  /// Parses at `position`, again with more bytes while the window is too short.
  mutating func attempt<Result>(
    _ body: (inout JSONCursor, Handler, Bool) throws(JSONSyntaxError) -> Result
  ) throws -> (Result, Int) {
    while true {
      do throws(JSONSyntaxError) {
        var cursor = JSONCursor(window.bytes, at: position)
        let result = try body(&cursor, handler, window.isAtEnd)
        if window.isAtEnd || !isInNumber(at: cursor.offset) { return (result, cursor.offset) }
      } catch {
        guard error.isIncomplete, !window.isAtEnd else { throw error }
      }
      // The bytes double before the next attempt, so that all attempts together take linear time.
      let read = window.byteCountRead
      let wanted = 2 * (window.count - position)
      repeat {
        let refill = try refill(settled: position)
        // Bytes that arrived before the window was full may complete the value.
        if refill == .full, window.byteCountRead == read { throw RecordTooLarge() }
        if refill != .more { break }
      } while window.count - position < wanted
    }
  }

  /// Whether a value that ends at a place is a number that may continue after the window.
  private func isInNumber(at end: Int) -> Bool {
    guard end == window.count, end > position else { return false }
    return isDigit(window.bytes[end - 1])
  }

  /// Skips the bracket around the whole input.
  private mutating func open(_ bracket: UInt8) throws {
    guard try passWhitespace() else { throw damage(JSONSyntaxError(.unexpectedEnd, at: position)) }
    guard window.bytes[position] == bracket else {
      throw damage(JSONSyntaxError(.expectedValue, at: position))
    }
    advance(to: position + 1)
  }

  /// Checks that only white space is left.
  private mutating func close() throws {
    guard try passWhitespace() else { return }
    try rejectRest(JSONSyntaxError(.trailingText, at: position))
    try abandon()
  }

  /// Skips white space; false at the end of the input.
  mutating func passWhitespace() throws -> Bool {
    while true {
      advance(to: window.bytes.endOfWhitespace(from: position))
      if position < window.count { return true }
      if try refill(settled: position) == .end { return false }
    }
  }

  /// Rejects the rest of the input because of damage.
  ///
  /// - Throws: `DamagedInput` without `isSalvaging`.
  mutating func rejectRest(_ error: JSONSyntaxError) throws {
    var damage = damage(error)
    guard isSalvaging else { throw damage }
    damage.reason +=
      isRewritten
      ? "; all that follows stays as it came, unread" : "; nothing that follows is read"
    damage.record = handler.kept(damaged: nil)
    try visitor.reject(.damaged(damage))
  }

  /// Copies the rest of the input.
  mutating func abandon() throws {
    repeat { position = window.count } while try refill(settled: position) != .end
  }
}
