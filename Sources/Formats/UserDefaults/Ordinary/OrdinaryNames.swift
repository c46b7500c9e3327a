import ByteIO

/// The names that dumps have in common, of jokes and at the top level, each with a number: found by
/// their bytes where they stand.
///
/// Dump after dump names the same jokes, and has the same keys. So eight bytes of a name lead to the one
/// that was met with them before, and a comparison shows that it is that name, without a look for its
/// end. They are the fourth to the eleventh, in which the app's own keys differ. Any other is found by a
/// hash of the whole of it, with open addressing: the slots are a power of two, and at most half of them
/// are taken.
struct OrdinaryNames: ~Copyable, Sendable {
  /// A name that was met.
  ///
  /// Not private: as the element of an array of another file, the compiler (6.3) fails over it.
  struct Name: BitwiseCopyable, Sendable {
    /// Where it stands among the spellings, in quotes.
    let start: Int32
    let count: Int32
    let role: OrdinaryKeys.Role
    /// How it is spelled, where that is short.
    let text: ShortText

    var range: Range<Int> { Int(start)..<Int(start) &+ Int(count) }
  }

  private var names = ScratchArray<Name>()
  private var spellings = ScratchArray<UInt8>()
  /// The number of the name that was last met with such bytes, or -1.
  private var shortcuts = ScratchArray<Int32>()
  /// For each slot the number of a name, or -1.
  private var slots = ScratchArray<Int32>()
  private let keys: OrdinaryKeys

  /// There are as many shortcuts as these bits tell apart.
  private static var shortcutBitCount: Int { 11 }
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
    shortcuts = ScratchArray(repeating: -1, count: 1 << Self.shortcutBitCount)
  }

  /// Moves over a key of the top level, and gives its role; nil where there is none, or not of printable
  /// ASCII.
  @_lifetime(cursor: copy cursor)
  @inline(__always)
  mutating func readKey(_ cursor: inout OrdinaryCursor) -> OrdinaryKeys.Role? {
    if let name = known(&cursor) { return names[Int(name)].role }
    // Of many keys only those are kept by which jokes are known.
    if isFull { return cursor.printableString().map { keys.role(of: $0, in: cursor.text) } }
    return readAnother(&cursor).map { names[Int($0)].role }
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
    var ahead = cursor
    repeat {
      ahead.offset &+= 1
      guard known(&ahead) != nil else { return false }
    } while ahead.next == UInt8(ascii: ",")
    guard ahead.next == UInt8(ascii: "]") else { return false }
    cursor.offset = ahead.offset &+ 1
    return true
  }

  /// Moves over a name that its bytes lead to; nil where there is none.
  @_lifetime(cursor: copy cursor)
  @inline(__always)
  private func known(_ cursor: inout OrdinaryCursor) -> Int32? {
    guard let shortcut = Self.shortcut(at: cursor.offset, in: cursor.text) else { return nil }
    let number = shortcuts[shortcut]
    guard number >= 0 else { return nil }
    let text = names[Int(number)].text
    guard cursor.text.holds(text, at: cursor.offset) else { return nil }
    cursor.offset &+= text.count
    return number
  }

  /// The place of the shortcut to the name whose first quote is at an offset; nil near the end.
  @inline(__always)
  private static func shortcut(at start: Int, in text: Span<UInt8>) -> Int? {
    guard start <= text.count &- 12 else { return nil }
    let product = text.word(at: start &+ 4) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product &>> UInt64(64 - shortcutBitCount))
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
    if ShortText.counts.contains(cursor.offset - start),
      let shortcut = Self.shortcut(at: start, in: text)
    {
      var places = shortcuts.mutableSpan
      places[shortcut] = number
    }
    return number
  }

  private mutating func append(_ bytes: Span<UInt8>, _ role: OrdinaryKeys.Role) {
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
