import ByteIO
import JSONText

/// What comes next in a container.
private enum Step<Reading> {
  /// The container ends.
  case end
  /// A record: where its member or element begins, its key, and what was read.
  case record(start: Int, valueStart: Int, key: JSONString?, Reading)
  /// A collection of records, whose members come next.
  case collection(start: Int)
}

extension RecordStream {
  /// Reads records that follow each other with nothing but white space between them.
  mutating func runStream() throws {
    try runContainer { cursor, _, handler, isAtEnd throws(JSONSyntaxError) in
      cursor.skipWhitespace()
      if cursor.next == nil, isAtEnd { return .end }
      let start = cursor.offset
      return .record(start: start, valueStart: start, key: nil, try handler.read(&cursor))
    }
  }

  /// Reads the elements of the one array that the input is.
  mutating func runArray() throws {
    try open(UInt8(ascii: "["))
    try runContainer { cursor, isFirst, handler, _ throws(JSONSyntaxError) in
      var isFirst = isFirst
      guard try cursor.nextElement(&isFirst) else { return .end }
      let start = cursor.offset
      return .record(start: start, valueStart: start, key: nil, try handler.read(&cursor))
    }
    try close()
  }

  /// Reads the members of the one object that the input is, and of the collections among them.
  mutating func runObject() throws {
    try open(UInt8(ascii: "{"))
    try runMembers(isNested: false)
    try close()
  }

  /// - Returns: whether the object's end was reached.
  @discardableResult
  private mutating func runMembers(isNested: Bool) throws -> Bool {
    try runContainer { cursor, isFirst, handler, _ throws(JSONSyntaxError) in
      var isFirst = isFirst
      guard let key = try cursor.nextMember(&isFirst) else { return .end }
      let start = key.quotedRange.lowerBound
      if !isNested, handler.isCollection(key, cursor) {
        cursor.offset += 1
        return .collection(start: start)
      }
      let valueStart = cursor.offset
      return .record(start: start, valueStart: valueStart, key: key, try handler.read(&cursor))
    }
  }

  private typealias Stepper = (
    inout JSONCursor, _ isFirst: Bool, Handler, _ isAtEnd: Bool
  ) throws(JSONSyntaxError) -> Step<Handler.Reading>

  /// Deals with one record after the other until the container ends.
  ///
  /// A record that goes takes the separator after it along; the last one the separator before it.
  ///
  /// - Returns: whether its end was reached; false where the rest passed unread, being damaged.
  @discardableResult
  private mutating func runContainer(_ step: Stepper) throws -> Bool {
    var isFirst = true
    var followsDropped = false
    while true {
      let next: Step<Handler.Reading>
      let end: Int
      do {
        (next, end) = try attempt { cursor, handler, isAtEnd throws(JSONSyntaxError) in
          try step(&cursor, isFirst, handler, isAtEnd)
        }
      } catch let error as JSONSyntaxError {
        let damage = damage(error)
        guard isSalvaging else { throw damage }
        try handler.reject(.damaged(damage))
        if followsDropped {
          advance(to: recordStart(isFirst: isFirst))
          written = position
        }
        try abandon()
        return false
      } catch is RecordTooLarge {
        try passLargeRecord(isFirst: isFirst, followsDropped: followsDropped)
        (isFirst, followsDropped) = (false, false)
        continue
      }
      switch next {
      case .end:
        held = followsDropped ? [] : held
        advance(to: end)
        return true
      case .collection(let start):
        if followsDropped { written = start }
        advance(to: end)
        guard try runMembers(isNested: true) else { return false }
        followsDropped = false
      case .record(let start, let valueStart, let key, let reading):
        let separator = position..<start
        advance(to: start)
        let fate = try handler.decide(
          reading,
          Record(window.bytes, range: start..<end, valueStart: valueStart, key: key, origin: origin)
        )
        if followsDropped, !fate.isDrop { written = start }
        if try !apply(fate, to: (key == nil ? start : valueStart)..<end) {
          if !followsDropped {
            try write(upTo: separator.lowerBound)
            held = window.bytes.extracting(separator).copied
          }
          written = end
        }
        followsDropped = fate.isDrop
        advance(to: end)
      }
      isFirst = false
    }
  }

  /// Reads from `position`, and again with more bytes for as long as the window is too short.
  private mutating func attempt<Result>(
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
      let wanted = 2 * (window.count - position)
      repeat {
        let refill = try refill(settled: position)
        if refill == .full { throw RecordTooLarge() }
        if refill == .end { break }
      } while window.count - position < wanted
    }
  }

  /// Moves over the bracket that the whole input stands in.
  private mutating func open(_ bracket: UInt8) throws {
    let (isThere, end) = try attempting { cursor, _, _ throws(JSONSyntaxError) in
      cursor.skipWhitespace()
      guard let first = cursor.next else {
        throw JSONSyntaxError(.unexpectedEnd, at: cursor.offset)
      }
      guard first == bracket else { throw JSONSyntaxError(.expectedValue, at: cursor.offset) }
      cursor.offset += 1
      return true
    }
    if isThere { advance(to: end) }
  }

  /// Checks that nothing but white space is left.
  private mutating func close() throws {
    while true {
      var cursor = JSONCursor(window.bytes, at: position)
      cursor.skipWhitespace()
      let isEmpty = cursor.next == nil
      advance(to: cursor.offset)
      guard isEmpty else {
        let damage = damage(JSONSyntaxError(.trailingText, at: position))
        guard isSalvaging else { throw damage }
        try handler.reject(.damaged(damage))
        return try abandon()
      }
      if try refill(settled: position) == .end { return }
    }
  }

  private mutating func attempting<Result>(
    _ body: (inout JSONCursor, Handler, Bool) throws(JSONSyntaxError) -> Result
  ) throws -> (Result, Int) {
    do {
      return try attempt(body)
    } catch let error as JSONSyntaxError {
      throw damage(error)
    }
  }

  /// Passes the rest of the input through as it came.
  private mutating func abandon() throws {
    repeat { position = window.count } while try refill(settled: position) != .end
  }

  /// Where the next record begins, key included.
  private func recordStart(isFirst: Bool) -> Int {
    var cursor = JSONCursor(window.bytes, at: position)
    cursor.skipWhitespace()
    if cursor.next == UInt8(ascii: ","), !isFirst {
      cursor.offset += 1
      cursor.skipWhitespace()
    }
    return cursor.offset
  }

  /// Passes a record through that is longer than the window may be.
  private mutating func passLargeRecord(isFirst: Bool, followsDropped: Bool) throws {
    let start = recordStart(isFirst: isFirst)
    advance(to: start)
    if followsDropped { written = start }
    try handler.reject(.tooLarge(place(of: start), limit: Handler.recordLimit))
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(window.bytes, at: start)
      if cursor.next == UInt8(ascii: "\"") { _ = try cursor.key() }
      position = cursor.offset
    } catch {
      throw damage(error)
    }
    var skimmer = JSONSkimmer()
    while true {
      if let end = skimmer.end(in: window.bytes, from: position) { return advance(to: end) }
      advance(to: window.count)
      if try refill(settled: position) == .end {
        throw damage(JSONSyntaxError(.unexpectedEnd, at: position))
      }
    }
  }
}

/// The window is as large as it may be, and the record goes on.
private struct RecordTooLarge: Error {}
