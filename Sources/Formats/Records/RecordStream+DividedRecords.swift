import Scan
import SystemIO

/// The next item of a record that is read member by member.
private enum Part {
  /// The end of the record.
  case end
  /// An ordinary member.
  case member
  /// The member with the nested records: the offset of its object's first member, and the range of
  /// that member's key.
  case nested(bodyStart: Int, firstKey: Range<Int>)
}

/// Reading of records that fit in memory without their nested records.
extension RecordStream {
  /// Reads the record at `position`. Its own members are held in memory; the nested records are
  /// traversed like any container, at any position among the members.
  ///
  /// The record is decided about at its end, so after its nested records. Until then their output
  /// is kept on disk, unless the output is only counted.
  ///
  /// - Returns: false if the rest of the input was copied unread.
  mutating func readDivided(key: String, valueStart: Int) throws -> Bool {
    var record = DividedRecord(at: origin)
    try write(upTo: position)
    try writeHeld()
    take(upTo: valueStart + 1, into: &record)
    record.valueStart = record.text.count - 1
    var isFirst = true
    do {
      while try readPart(of: &record, key: key, isFirst: isFirst) { isFirst = false }
    } catch let error as JSONSyntaxError {
      try rejectRest(error)
      try giveUpHolding(&record)
      try abandon()
      return false
    } catch is ReadingEnded {
      try giveUpHolding(&record)
      return false
    }
    try decide(&record, key: key)
    return true
  }

  /// Processes the next item of a record; false at its end.
  private mutating func readPart(
    of record: inout DividedRecord, key: String, isFirst: Bool
  ) throws -> Bool {
    let hasGap = record.gap != nil
    let part: Part
    let end: Int
    do {
      (part, end) = try attempt { cursor, handler, _ throws(JSONSyntaxError) in
        try Self.part(&cursor, isFirst: isFirst, hasGap: hasGap, handler)
      }
    } catch is RecordTooLarge {
      try giveUpHolding(&record)
      advance(to: recordStart(isFirst: isFirst))
      try skim()
      return true
    }
    switch part {
    case .end, .member: take(upTo: end, into: &record)
    case .nested(let bodyStart, let firstKey):
      let firstKey = window.bytes.extracting(firstKey).copied
      take(upTo: bodyStart, into: &record)
      try walkNested(key, firstKey, &record)
    }
    if record.text.count > recordLimit { try giveUpHolding(&record) }
    if case .end = part { return false }
    return true
  }

  private static func part(
    _ cursor: inout JSONCursor, isFirst: Bool, hasGap: Bool, _ handler: Handler
  ) throws(JSONSyntaxError) -> Part {
    var isFirst = isFirst
    guard let key = try cursor.nextMember(&isFirst) else { return .end }
    let isNested =
      !hasGap && key.equals(Array((handler.nestedMember ?? "").utf8), in: cursor.text)
    if isNested, try cursor.kind() == .object, try handler.nests(cursor) {
      var body = cursor
      body.offset += 1
      if let first = try body.nextMember() {
        return .nested(bodyStart: cursor.offset + 1, firstKey: first.quotedRange)
      }
    }
    try cursor.skipValue()
    return .member
  }

  /// Moves the record's bytes up to a place from the window to memory.
  private mutating func take(upTo end: Int, into record: inout DividedRecord) {
    guard !record.isTooLarge else { return advance(to: end) }
    record.text.append(contentsOf: window.bytes.extracting(position..<end))
    settle(before: end)
  }

  // MARK: Nested records

  /// Traverses the nested records, up to the closing brace.
  ///
  /// - Throws: `ReadingEnded` if they are damaged and the rest of the input was copied unread.
  private mutating func walkNested(
    _ key: String, _ firstKey: [UInt8], _ record: inout DividedRecord
  ) throws {
    handler.enterRecord(key)
    let isWhole =
      record.isTooLarge || output.isCounting
      ? try runContainer(.object) : try holdContainer(into: &record)
    handler.leaveRecord()
    // A record that is copied unread is not held, so nothing is omitted from it.
    if record.isTooLarge {
      record.noteNested()
    } else {
      record.leaveOut(afterKey: firstKey)
      settle(before: position)
      record.beginSection(at: origin)
    }
    if !isWhole { throw ReadingEnded() }
  }

  /// Traverses an object, and keeps its output on disk.
  private mutating func holdContainer(into record: inout DividedRecord) throws -> Bool {
    let file = try UnnamedFile()
    var side = try file.output()
    let edits = output.tracksEdits ? try HeldEdits() : nil
    if let edits { side.follow(by: edits) }
    swap(&output, &side)
    let isWhole: Bool
    do {
      isWhole = try runContainer(.object)
      try write(upTo: position)
    } catch {
      swap(&output, &side)
      throw error
    }
    swap(&output, &side)
    try side.tellEdits()
    _ = try side.finish()
    record.omitted = consume file
    record.edits = side.isChanged ? edits : nil
    return isWhole
  }

  /// Writes the held bytes of a record; the rest is copied.
  private mutating func giveUpHolding(_ record: inout DividedRecord) throws {
    guard !record.isTooLarge else { return }
    try record.write(to: &output)
    record.isTooLarge = true
    record.text = []
    record.omitted = nil
    record.edits = nil
  }

  // MARK: Decision

  /// Decides about a complete record.
  private mutating func decide(_ record: inout DividedRecord, key: String) throws {
    // Without nested records, it is too large by itself.
    if record.gap == nil { try giveUpHolding(&record) }
    if record.isTooLarge {
      return try visitor.reject(.tooLarge(record.place, limit: recordLimit, documentID: key))
    }
    do {
      try apply(try fate(of: record), to: &record)
    } catch let damage as DamagedInput where isSalvaging {
      try visitor.reject(.damaged(damage))
      try record.write(to: &output)
    }
  }

  private mutating func fate(of record: borrowing DividedRecord) throws -> RecordFate {
    let text = record.text.span
    var cursor = JSONCursor(text, at: record.valueStart)
    let reading: Handler.Reading
    let key: JSONString
    do throws(JSONSyntaxError) {
      var ahead = JSONCursor(text)
      key = try ahead.key()
      reading = try handler.read(&cursor)
    } catch {
      let damaged = Record(text, origin: record.dividedOrigin)
      throw DamagedInput(
        format: formatName, place: damaged.place(of: error.offset), reason: error.reason.rawValue)
    }
    let whole = Record(
      text, valueStart: record.valueStart, key: key, origin: record.dividedOrigin)
    return try handler.decide(whole, telling: visitor) { try $0.decide(reading, $1) }
  }

  private mutating func apply(_ fate: RecordFate, to record: inout DividedRecord) throws {
    counts.enter(fate)
    switch fate {
    case .keep: try record.write(to: &output)
    case .edit(let edits): try record.write(to: &output, making: edits)
    case .drop, .dropLeaving:
      try record.writeRemainder(of: handler.nestedMember ?? "", to: &output)
    }
  }
}

/// The rest of the input was copied unread.
private struct ReadingEnded: Error {}
