import ByteIO

// One pass over the bytes; whatever is not ordinary ends it.
extension OrdinaryDump {
  @_lifetime(cursor: copy cursor)
  mutating func readTop(_ cursor: inout OrdinaryCursor) -> Bool {
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    let interior = cursor.offset
    var (count, start, keyEnd, value, end) = (0, 0, 0, 0, 0)
    while true {
      switch cursor.nextEntry(isFirst: count == 0, before: UInt8(ascii: "}")) {
      case .odd: return false
      case .end:
        top.interior = interior..<cursor.offset - 1
        guard count > 0 else { return true }
        top.count = count
        top.last = Entry(start: start, keyEnd: keyEnd, valueStart: value, end: end)
        return true
      case .entry:
        start = cursor.offset
        guard let role = names.readKey(&cursor) else { return false }
        keyEnd = cursor.offset
        guard cursor.take(UInt8(ascii: ":")) else { return false }
        value = cursor.offset
        guard readValue(&cursor, role) else { return false }
        end = cursor.offset
        count += 1
      }
    }
  }

  /// Reads what stands under a key of the top level.
  @_lifetime(cursor: copy cursor)
  private mutating func readValue(
    _ cursor: inout OrdinaryCursor, _ role: OrdinaryKeys.Role
  ) -> Bool {
    switch role {
    case .flag(let flag):
      let start = cursor.offset
      guard self.flag(flag) == nil, let value = cursor.boolean() else { return false }
      let found = Flag(value: value, range: start..<cursor.offset)
      switch flag {
      case .first: firstFlag = found
      case .second: secondFlag = found
      }
      return true
    case .dictionary(let dictionary):
      guard self[dictionary].interior == nil,
        let container = readDictionary(&cursor, dictionary)
      else { return false }
      switch dictionary {
      case .ratings: ratings = container
      case .ratedAt: ratedAt = container
      case .savedAt: savedAt = container
      }
      return true
    case .saved:
      guard saved.interior == nil, let container = readSaved(&cursor) else { return false }
      saved = container
      return true
    case .other:
      return cursor.next == UInt8(ascii: "[") && names.passList(&cursor) || cursor.skipValue()
    }
  }

  private subscript(dictionary: OrdinaryKeys.Dictionary) -> Container {
    switch dictionary {
    case .ratings: ratings
    case .ratedAt: ratedAt
    case .savedAt: savedAt
    }
  }

  @_lifetime(cursor: copy cursor)
  private mutating func readDictionary(
    _ cursor: inout OrdinaryCursor, _ dictionary: OrdinaryKeys.Dictionary
  ) -> Container? {
    guard cursor.next == UInt8(ascii: "{") else { return nil }
    cursor.offset += 1
    let interior = cursor.offset
    let first = entries.count
    while true {
      switch cursor.nextEntry(isFirst: entries.count == first, before: UInt8(ascii: "}")) {
      case .odd: return nil
      case .end: return container(from: first, interior: interior..<cursor.offset - 1)
      case .entry:
        let start = cursor.offset
        guard let joke = names.read(&cursor) else { return nil }
        let keyEnd = cursor.offset
        guard cursor.take(UInt8(ascii: ":")) else { return nil }
        let value = cursor.offset
        guard let number = dictionary == .ratings ? cursor.rating() : cursor.number(),
          jokes.enter(entries.count, of: joke, start..<keyEnd, in: dictionary)
        else { return nil }
        entries.append(
          Entry(
            joke: joke, start: start, keyEnd: keyEnd, valueStart: value, end: cursor.offset,
            number: number))
      }
    }
  }

  /// The container of the entries that were read last.
  private func container(from first: Int, interior: Range<Int>) -> Container {
    let count = entries.count - first
    return Container(
      interior: interior, count: count, last: count > 0 ? entries.last : nil,
      entries: first..<entries.count)
  }

  @_lifetime(cursor: copy cursor)
  private mutating func readSaved(_ cursor: inout OrdinaryCursor) -> Container? {
    guard cursor.next == UInt8(ascii: "[") else { return nil }
    cursor.offset += 1
    let interior = cursor.offset
    let first = entries.count
    while true {
      switch cursor.nextEntry(isFirst: entries.count == first, before: UInt8(ascii: "]")) {
      case .odd: return nil
      case .end: return container(from: first, interior: interior..<cursor.offset - 1)
      case .entry:
        let start = cursor.offset
        guard let joke = names.read(&cursor) else { return nil }
        jokes.markSaved(joke, start..<cursor.offset)
        entries.append(
          Entry(joke: joke, start: start, keyEnd: start, valueStart: start, end: cursor.offset))
      }
    }
  }
}
