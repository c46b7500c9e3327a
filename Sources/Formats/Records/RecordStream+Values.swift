import Scan
import SystemIO

extension RecordStream {
  /// Reads records that follow each other with nothing but white space between them.
  mutating func runStream() throws { try runContainer(.sequence) }

  /// Reads the one record that the input is.
  mutating func runSingle() throws {
    if try runContainer(.whole) { try close() }
  }

  /// Reads the elements of the one array that the input is.
  mutating func runArray() throws {
    try open(UInt8(ascii: "["))
    try runContainer(.array)
    try close()
  }

  /// Reads the members of the one object that the input is.
  mutating func runObject() throws {
    try open(UInt8(ascii: "{"))
    try runContainer(.object)
    try close()
  }

  /// Deals with one record after the other until the container ends.
  ///
  /// A record that goes takes the separator after it along; the last one the separator before it.
  ///
  /// - Returns: whether its end was reached; false where the rest passed unread, being damaged.
  @discardableResult
  mutating func runContainer(_ container: Container) throws -> Bool {
    var isFirst = true
    var followsDropped = false
    // Whether the comma before the next record was passed, in a long separator.
    var followsComma = false
    // Whether what was read last is a record that others like it may follow.
    var followsRecord = false
    while true {
      let expectsFirst = isFirst || followsComma
      if followsRecord, try passRun(in: container, &followsDropped) { continue }
      let next: RecordStep<Handler.Reading>
      let end: Int
      do {
        (next, end) = try attempt { cursor, handler, isAtEnd throws(JSONSyntaxError) in
          try handler.step(in: container, &cursor, isFirst: expectsFirst, isAtEnd: isAtEnd)
        }
        if followsComma, case .end = next { throw Self.missingRecord(in: container, at: end - 1) }
        // However much the window holds, the limit is one.
        if end - position > recordLimit, let start = next.recordStart, end - start > recordLimit {
          throw RecordTooLarge()
        }
      } catch let error as JSONSyntaxError {
        try rejectRest(error)
        if followsDropped {
          try exchangeSeparator(before: recordStart(isFirst: expectsFirst))
          advance(to: written)
        } else {
          try writeHeld()
        }
        try abandon()
        return false
      } catch is RecordTooLarge {
        if isBehindLongSeparator(isFirst: expectsFirst) {
          followsComma = try passSeparator(in: container, isFirst: isFirst, &followsDropped)
          followsRecord = false
          continue
        }
        if followsDropped {
          try exchangeSeparator(before: recordStart(isFirst: expectsFirst))
          advance(to: written)
        }
        // The separator went with the record before.
        let isNext = expectsFirst || followsDropped
        guard try readLargeRecord(in: container, isFirst: isNext) else { return false }
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
        if isDocument { passDocument() }
        handler.enter(key)
        guard try runContainer(inner) else { return false }
        handler.leave()
        followsDropped = false
      case .other(let start, let valueStart, let key):
        if followsDropped { try exchangeSeparator(before: start) }
        advance(to: start)
        try handler.passOther(
          Record(window.bytes, range: start..<end, valueStart: valueStart, key: key, origin: origin)
        )
        advance(to: end)
        followsDropped = false
      case .record(let start, let valueStart, let key, let reading):
        let separatorStart = position
        advance(to: start)
        let fate = try handler.decide(
          reading,
          Record(window.bytes, range: start..<end, valueStart: valueStart, key: key, origin: origin)
        )
        if followsDropped, !fate.isDrop { try exchangeSeparator(before: start) }
        if try !apply(fate, to: (key == nil ? start : valueStart)..<end) {
          if !followsDropped {
            try write(upTo: separatorStart)
            try holdSeparator(before: start)
          }
          try leaveOut(upTo: end)
        }
        followsDropped = fate.isDrop
        advance(to: end)
      }
      (isFirst, followsComma) = (false, false)
    }
  }

  /// What is wrong where a container ends behind a comma.
  private static func missingRecord(in container: Container, at offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(container == .object ? .expectedKey : .expectedValue, at: offset)
  }

  /// Reads from `position`, and again with more bytes for as long as the window is too short.
  mutating func attempt<Result>(
    _ body: (inout JSONCursor, Handler, Bool) throws(JSONSyntaxError) -> Result
  ) throws -> (Result, Int) {
    while true {
      do throws(JSONSyntaxError) {
        var cursor = JSONCursor(window.bytes, at: position)
        let result = try body(&cursor, handler, window.isAtEnd)
        return (result, cursor.offset)
      } catch {
        guard error.isIncomplete, !window.isAtEnd else { throw error }
      }
      // Twice the bytes before the next attempt, so that all attempts together stay linear.
      let read = window.byteCountRead
      let wanted = 2 * (window.count - position)
      repeat {
        let refill = try refill(settled: position)
        // What came in before the window was full may have been the rest of it.
        if refill == .full, window.byteCountRead == read { throw RecordTooLarge() }
        if refill != .more { break }
      } while window.count - position < wanted
    }
  }

  /// Moves over the bracket that the whole input stands in.
  private mutating func open(_ bracket: UInt8) throws {
    guard try passWhitespace() else { throw damage(JSONSyntaxError(.unexpectedEnd, at: position)) }
    guard window.bytes[position] == bracket else {
      throw damage(JSONSyntaxError(.expectedValue, at: position))
    }
    advance(to: position + 1)
  }

  /// Checks that nothing but white space is left.
  private mutating func close() throws {
    guard try passWhitespace() else { return }
    let damage = damage(JSONSyntaxError(.trailingText, at: position))
    guard isSalvaging else { throw damage }
    try handler.reject(.damaged(damage))
    try abandon()
  }

  /// Moves over white space; false where the input ends behind it.
  private mutating func passWhitespace() throws -> Bool {
    while true {
      advance(to: window.bytes.endOfWhitespace(from: position))
      if position < window.count { return true }
      if try refill(settled: position) == .end { return false }
    }
  }

  /// Makes damage a reject that takes the rest of the input along.
  ///
  /// - Throws: `DamagedInput` where nothing is to be salvaged.
  mutating func rejectRest(_ error: JSONSyntaxError) throws {
    var damage = damage(error)
    guard isSalvaging else { throw damage }
    damage.reason +=
      isRewritten
      ? "; all that follows stays as it came, unread" : "; nothing that follows is read"
    damage.record = handler.kept(damaged: nil)
    try handler.reject(.damaged(damage))
  }

  /// Passes the rest of the input through as it came.
  mutating func abandon() throws {
    repeat { position = window.count } while try refill(settled: position) != .end
  }
}
