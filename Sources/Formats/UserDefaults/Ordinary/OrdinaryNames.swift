import ByteIO

/// The names that dumps have in common, of jokes and at the top level, each with a number: found by
/// their bytes where they stand.
///
/// Dump after dump names the same jokes, and has the same keys. So the first bytes of a name lead to
/// the one that was met with them before, and a comparison shows that it is that name, without a look
/// for its end. Any other is found by a hash of the whole of it, with open addressing: the slots are a
/// power of two, and at most half of them are taken.
struct OrdinaryNames: ~Copyable, Sendable {
  /// A name that was met.
  ///
  /// Not private: as the element of an array of another file, the compiler (6.3) fails over it.
  struct Name: BitwiseCopyable, Sendable {
    /// Where it stands among the spellings, in quotes.
    let start: Int32
    let count: Int32
    let role: OrdinaryKeys.Role?
    /// How it is spelled, where that is short.
    let text: ShortText

    var range: Range<Int> { Int(start)..<Int(start) &+ Int(count) }
  }

  private var names = ScratchArray<Name>()
  private var spellings = ScratchArray<UInt8>()
  /// The number of the name that was last met with such a beginning, or -1.
  private var shortcuts = ScratchArray<Int32>()
  /// For each slot the number of a name, or -1.
  private var slots = ScratchArray<Int32>()
  private let keys: OrdinaryKeys

  private static var shortcutCount: Int { 1 << 11 }
  /// So many bytes of names are kept from one dump to the next.
  private static var mostBytes: Int { 1 << 17 }

  /// No names so far.
  ///
  /// - Parameter keys: those of the top level that matter.
  init(_ keys: OrdinaryKeys) {
    self.keys = keys
    removeAll()
  }

  /// Whether there are more names than are worth keeping for other dumps.
  var isFull: Bool { spellings.count > Self.mostBytes }

  /// Forgets all names: their numbers are others' from then on.
  mutating func removeAll() {
    names.removeAll(keeping: OrdinaryWork.keptCapacity)
    spellings.removeAll(keeping: Self.mostBytes)
    slots = ScratchArray(repeating: -1, count: 128)
    shortcuts = ScratchArray(repeating: -1, count: Self.shortcutCount)
  }

  /// The role that a name has at the top level; nil where it has none that matters.
  func role(of key: Key) -> OrdinaryKeys.Role? {
    switch key {
    case .name(let name): names[Int(name)].role
    case .other: nil
    }
  }

  /// A key of the top level.
  enum Key {
    case name(Int32)
    /// One without a role that is not kept: there are many names already.
    case other
  }

  /// Moves over a key of the top level; nil where there is none, or not of printable ASCII.
  @_lifetime(cursor: copy cursor)
  @inline(__always)
  mutating func readKey(_ cursor: inout OrdinaryCursor) -> Key? {
    if let name = known(&cursor) { return .name(name) }
    return isFull ? readUnkeptKey(&cursor) : readAnother(&cursor).map { .name($0) }
  }

  @_lifetime(cursor: copy cursor)
  private mutating func readUnkeptKey(_ cursor: inout OrdinaryCursor) -> Key? {
    let start = cursor.offset
    guard let name = cursor.printableString() else { return nil }
    guard keys.role(of: name, in: cursor.text) != nil else { return .other }
    cursor.offset = start
    return readAnother(&cursor).map { .name($0) }
  }

  /// Moves over a name of printable ASCII without escapes, and gives its number; nil where there is
  /// none.
  @_lifetime(cursor: copy cursor)
  @inline(__always)
  mutating func read(_ cursor: inout OrdinaryCursor) -> Int32? {
    known(&cursor) ?? readAnother(&cursor)
  }

  /// Moves over a list of names with no white space in it, for as long as they are known; false where
  /// it is another.
  @_lifetime(cursor: copy cursor)
  func passList(_ cursor: inout OrdinaryCursor) -> Bool {
    let start = cursor.offset
    repeat {
      cursor.offset &+= 1
      guard known(&cursor) != nil else {
        cursor.offset = start
        return false
      }
    } while cursor.next == UInt8(ascii: ",")
    guard cursor.next == UInt8(ascii: "]") else {
      cursor.offset = start
      return false
    }
    cursor.offset &+= 1
    return true
  }

  /// Moves over a name that its beginning leads to; nil where there is none.
  @_lifetime(cursor: copy cursor)
  @inline(__always)
  private func known(_ cursor: inout OrdinaryCursor) -> Int32? {
    guard cursor.offset <= cursor.text.count &- 12 else { return nil }
    let number = shortcuts[Self.shortcut(cursor.text.word(at: cursor.offset &+ 4))]
    guard number >= 0 else { return nil }
    let text = names[Int(number)].text
    guard cursor.text.holds(text, at: cursor.offset) else { return nil }
    cursor.offset &+= text.count
    return number
  }

  @inline(__always)
  private static func shortcut(_ beginning: UInt64) -> Int {
    Int(truncatingIfNeeded: (beginning &* 0x9E37_79B9_7F4A_7C15) &>> 53)
  }

  // MARK: By hashes

  @_lifetime(cursor: copy cursor)
  @inline(never)
  private mutating func readAnother(_ cursor: inout OrdinaryCursor) -> Int32? {
    let text = cursor.text
    let start = cursor.offset
    guard let name = cursor.printableString() else { return nil }
    let slot = slot(of: start..<cursor.offset, in: text)
    var number = slots[slot]
    if number < 0 {
      number = Int32(truncatingIfNeeded: names.count)
      append(text.extracting(start..<cursor.offset), keys.role(of: name, in: text))
      take(slot, for: number)
      if names.count * 2 > slots.count { makeSlots() }
    }
    if start <= text.count &- 12, ShortText.counts.contains(cursor.offset - start) {
      var places = shortcuts.mutableSpan
      places[Self.shortcut(text.word(at: start &+ 4))] = number
    }
    return number
  }

  private mutating func append(_ bytes: Span<UInt8>, _ role: OrdinaryKeys.Role?) {
    let start = spellings.count
    spellings.append(bytes)
    names.append(
      Name(
        start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: bytes.count),
        role: role, text: ShortText(bytes)))
  }

  /// The slot of a name, or the empty one that it would have.
  private func slot(of range: Range<Int>, in text: Span<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: text.hash(of: range, seed: keys.seed)) & mask
    while slots[slot] >= 0 {
      let name = names[Int(slots[slot])].range
      if name.count == range.count, text.holds(name, of: spellings.span, at: range.lowerBound) {
        return slot
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func makeSlots() {
    slots = ScratchArray(repeating: -1, count: slots.count * 2)
    for number in 0..<names.count {
      take(
        slot(of: names[number].range, in: spellings.span), for: Int32(truncatingIfNeeded: number))
    }
  }

  private mutating func take(_ slot: Int, for number: Int32) {
    var places = slots.mutableSpan
    places[slot] = number
  }
}
