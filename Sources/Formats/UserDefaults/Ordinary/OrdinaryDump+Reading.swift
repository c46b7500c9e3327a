import ByteIO

// One pass over the bytes; whatever is not ordinary ends it.
extension OrdinaryDump {
  @_lifetime(cursor: copy cursor)
  mutating func readTop(_ cursor: inout OrdinaryCursor, _ keys: OrdinaryKeys) -> Bool {
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
        guard let key = cursor.string(), cursor.take(UInt8(ascii: ":")) else { return false }
        (keyEnd, value) = (key.upperBound + 1, cursor.offset)
        if let role = keys.role(of: key, in: cursor.text) {
          guard readValue(&cursor, role, keys.seed) else { return false }
        } else {
          guard cursor.skipValue() else { return false }
        }
        end = cursor.offset
        count += 1
      }
    }
  }

  /// Reads what stands under a key of the top level.
  @_lifetime(cursor: copy cursor)
  private mutating func readValue(
    _ cursor: inout OrdinaryCursor, _ role: OrdinaryKeys.Role, _ seed: UInt64
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
        let container = readDictionary(&cursor, dictionary, seed)
      else { return false }
      switch dictionary {
      case .ratings: ratings = container
      case .ratedAt: ratedAt = container
      case .savedAt: savedAt = container
      }
      return true
    case .saved:
      guard saved.interior == nil, let container = readSaved(&cursor, seed) else { return false }
      saved = container
      return true
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
    _ cursor: inout OrdinaryCursor, _ dictionary: OrdinaryKeys.Dictionary, _ seed: UInt64
  ) -> Container? {
    guard cursor.next == UInt8(ascii: "{") else { return nil }
    cursor.offset += 1
    let interior = cursor.offset
    let first = entries.count
    var expected = 0
    while true {
      switch cursor.nextEntry(isFirst: entries.count == first, before: UInt8(ascii: "}")) {
      case .odd: return nil
      case .end: return container(from: first, interior: interior..<cursor.offset - 1)
      case .entry:
        let start = cursor.offset
        guard let joke = readJoke(&cursor, &expected, before: first, seed) else { return nil }
        let keyEnd = cursor.offset
        guard cursor.take(UInt8(ascii: ":")) else { return nil }
        let value = cursor.offset
        guard let number = dictionary == .ratings ? cursor.rating() : cursor.number(),
          jokes.enter(Int32(entries.count), of: joke, in: dictionary)
        else { return nil }
        entries.append(
          Entry(
            joke: joke, start: start, keyEnd: keyEnd, valueStart: value, end: cursor.offset,
            number: number))
      }
    }
  }

  /// Moves over the key of a joke, and gives the joke's place.
  ///
  /// The jokes of a dump mostly come in one order, some of them missing here or there. So those are
  /// compared first that come next in a container before this one.
  ///
  /// - Parameters:
  ///   - expected: the entry whose joke may come next.
  ///   - first: the first entry of this container.
  @_lifetime(cursor: copy cursor)
  private mutating func readJoke(
    _ cursor: inout OrdinaryCursor, _ expected: inout Int, before first: Int, _ seed: UInt64
  ) -> Int32? {
    let end = min(expected &+ Self.mostMissing, first)
    if expected < end, cursor.offset < cursor.text.count &- 8 {
      // What is shorter than eight bytes is found below.
      let prefix = cursor.text.word(at: cursor.offset &+ 1)
      for place in expected..<end {
        let joke = entries[place].joke
        if jokes.all[Int(joke)].prefix == prefix,
          cursor.takeCopy(of: jokes.all[Int(joke)].quotedKey, in: cursor.text)
        {
          expected = place &+ 1
          return joke
        }
      }
    }
    guard let key = cursor.printableString() else { return nil }
    let joke = jokes.place(of: key, in: cursor.text, seed: seed)
    if let place = jokes.all[Int(joke)].latestEntry { expected = place + 1 }
    return joke
  }

  /// So many jokes may be missing in a row for the next to be expected.
  private static var mostMissing: Int { 4 }

  /// The container of the entries that were read last.
  private func container(from first: Int, interior: Range<Int>) -> Container {
    let count = entries.count - first
    return Container(
      interior: interior, count: count, last: count > 0 ? entries.last : nil,
      entries: first..<entries.count)
  }

  @_lifetime(cursor: copy cursor)
  private mutating func readSaved(_ cursor: inout OrdinaryCursor, _ seed: UInt64) -> Container? {
    guard cursor.next == UInt8(ascii: "[") else { return nil }
    cursor.offset += 1
    let interior = cursor.offset
    let first = entries.count
    var expected = 0
    while true {
      switch cursor.nextEntry(isFirst: entries.count == first, before: UInt8(ascii: "]")) {
      case .odd: return nil
      case .end: return container(from: first, interior: interior..<cursor.offset - 1)
      case .entry:
        let start = cursor.offset
        guard let joke = readJoke(&cursor, &expected, before: first, seed) else { return nil }
        jokes.markSaved(joke)
        entries.append(
          Entry(joke: joke, start: start, keyEnd: start, valueStart: start, end: cursor.offset))
      }
    }
  }
}
