/// The members of JSON objects as they are spelled, found in whatever order they come.
///
/// A member is known by the bytes before its value and those after it, and at once where its value has
/// as many bytes as that of the first that was like it. All are looked at 32 at a time.
package struct ByteMembers: Sendable {
  /// What stands between what a member begins with and what it ends with.
  package enum Value: UInt8, Sendable {
    /// The bytes of a string up to its quote, which is not among what follows; the quote before them
    /// is.
    case string
    /// One byte, of those that may come first.
    case byte
    /// A value that begins with one of the bytes that may come first.
    case token
    /// The members of another object, and its brace.
    case object
  }

  /// A member as it is spelled.
  package struct Spelling: Sendable {
    package var value: Value
    /// Where a value of a role is found is told afterwards; 0 is no role.
    package var role: Int
    /// A member that has a bit in common with one that came before is not known.
    package var bit: UInt64
    /// Whether it may come before all others.
    package var mayComeFirst: Bool
    /// Which bytes may come first, all below 0x80.
    package var firstBytes = ByteSet()
    /// The object that it begins.
    package var object = 0

    package init(_ value: Value, role: Int, bit: UInt64, mayComeFirst: Bool) {
      (self.value, self.role, self.bit) = (value, role, bit)
      self.mayComeFirst = mayComeFirst
    }
  }

  /// Some of the bytes below 0x80.
  package struct ByteSet: Sendable {
    private var words: (UInt64, UInt64) = (0, 0)

    package init(_ bytes: some Sequence<UInt8> = []) {
      for byte in bytes {
        precondition(byte < 0x80)
        if byte < 64 { words.0 |= 1 << UInt64(byte) } else { words.1 |= 1 << UInt64(byte & 63) }
      }
    }

    mutating func formUnion(_ others: ByteSet) {
      words.0 |= others.words.0
      words.1 |= others.words.1
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
      let word = byte < 64 ? words.0 : byte < 0x80 ? words.1 : 0
      return word &>> UInt64(byte & 63) & 1 != 0
    }
  }

  /// How far members were walked over.
  package struct Walk: Sendable {
    /// The place of the next byte.
    package var place: Int
    /// Where the values stand that have a role, by its number.
    package var found = (0..<0, 0..<0, 0..<0, 0..<0)
    /// The member that was met last.
    package internal(set) var number = -1
    var object = 0
    var met: UInt64 = 0
    var isInValue = false

    /// - Parameter place: where the first member begins, after the brace.
    package init(place: Int) { self.place = place }

    /// Takes note of where a value of a role was found.
    package mutating func find(_ range: Range<Int>, role: Int) {
      switch role {
      case 1: found.1 = range
      case 2: found.2 = range
      case 3: found.3 = range
      default: break
      }
    }
  }

  /// Why a walk stops.
  package enum Stop: Sendable {
    /// After the last brace.
    case end
    /// Where a token begins, or the rest of a string that is not plain; whoever has moved over it, a
    /// string's quote included, may go on.
    case value
    /// Where something stands that is not known.
    case unknown
  }

  typealias Word = SIMD4<UInt64>

  struct Entry: Sendable {
    var opening: (Literal, Literal)
    var closing: Literal
    var openingCount: Int
    var closingCount: Int
    var spelling: Spelling
    /// A whole one, whose value has the usual length: where its constants begin, and how many bytes it
    /// has; 0 where no length is usual.
    var whole: (constants: Int, count: Int)
    /// Where in a whole one the value stands.
    var value: Range<Int>
    /// The place of another one that begins alike, and one; 0 where there is none.
    var next = 0
  }

  struct Literal: Sendable {
    var bits = Word(repeating: 0)
    var mask = Word(repeating: 0)

    init(_ bytes: ArraySlice<UInt8>) {
      for (index, byte) in bytes.prefix(32).enumerated() {
        bits[index / 8] |= UInt64(byte) << UInt64(8 * (index % 8))
        mask[index / 8] |= 0xFF << UInt64(8 * (index % 8))
      }
    }

    @inline(__always)
    func differences(_ word: Word) -> Word { (word ^ bits) & mask }
  }

  var entries: [Entry] = []
  /// None, and those of the entries whose values have a usual length.
  var usuals = [Usual.none]
  /// For each hash of the first bytes of a member of the outermost object: how many it has if its value
  /// has the usual length, or 0.
  var usualByteCounts = [UInt8](repeating: 0, count: 256)
  /// What may stand in members whose values are as long as usual.
  var blocks: [(firsts: RecordPattern.Block, spans: RecordPattern.Block)] = []
  /// For each object, and each hash of a member's first bytes: the place of the first such member,
  /// and one.
  var slots: [UInt8] = []
  /// The object around each.
  var outer: [Int] = []
  /// Whether line ends may stand between the members.
  let allowsLineEnds: Bool

  /// How many members there may be.
  package static var limit: Int { 255 }
  /// How many bytes may stand before a value, and how many after it.
  package static var openingLimits: ClosedRange<Int> { 4...64 }
  package static var closingLimit: Int { 32 }
  /// How many bytes a member may have that is compared as a whole.
  package static var wholeLimit: Int { 128 }
  /// How many bytes have to follow a place for a member to be looked for: all that a whole one has, or
  /// an opening, and the byte after it.
  static var memberRoom: Int { wholeLimit + 32 }

  /// No members, of one object.
  package init(allowsLineEnds: Bool) {
    self.allowsLineEnds = allowsLineEnds
    _ = addObject(in: -1)
  }

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }

  /// How a member is spelled, by its number.
  package subscript(number: Int) -> Spelling { entries[number].spelling }

  /// Lets a token begin with other bytes, too.
  package mutating func allow(_ firstBytes: ByteSet, at number: Int) {
    entries[number].spelling.firstBytes.formUnion(firstBytes)
  }

  /// Lets a member come before all others.
  package mutating func allowFirst(_ number: Int) {
    entries[number].spelling.mayComeFirst = true
    usuals[number + 1].mayComeFirst = true
  }

  /// Makes room for the members of an object that stands in another.
  package mutating func addObject(in other: Int) -> Int {
    outer.append(other)
    slots.append(contentsOf: repeatElement(0, count: 256))
    return outer.count - 1
  }

  /// Adds a member of an object.
  ///
  /// - Parameters:
  ///   - whole: what may stand at each place of such a member whose value has the usual length; empty
  ///     where nothing is usual.
  ///   - value: where in that the value stands, a string's quotes left out.
  /// - Precondition: it keeps the limits.
  package mutating func add(
    _ spelling: Spelling, opening: [UInt8], closing: [UInt8], whole: [RecordPattern.Place],
    value: Range<Int>, to object: Int
  ) {
    precondition(
      count < Self.limit && Self.openingLimits.contains(opening.count)
        && closing.count <= Self.closingLimit && whole.count <= Self.wholeLimit
        && 0 <= value.lowerBound && value.upperBound <= whole.count
        && (0..<4).contains(spelling.role)
        && outer.indices.contains(object) && outer.indices.contains(spelling.object))
    entries.append(
      Entry(
        opening: (Literal(opening[...]), Literal(opening.dropFirst(32))),
        closing: Literal(closing[...]), openingCount: opening.count, closingCount: closing.count,
        spelling: spelling, whole: (blocks.count * 32, whole.count), value: value))
    usuals.append(Usual(of: entries[count - 1]))
    // What follows a short one may be anything.
    let padding = max(16 - whole.count, 0)
    blocks += RecordPattern(whole + Array(repeating: .range(0...0xFF), count: padding)).blocks
    let head = opening[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let slot = object << 8 | Self.hash(head)
    guard slots[slot] != 0 else {
      slots[slot] = UInt8(count)
      if object == 0 { usualByteCounts[slot] = UInt8(whole.count) }
      return
    }
    var last = Int(slots[slot]) - 1
    while entries[last].next != 0 { last = entries[last].next - 1 }
    entries[last].next = count
  }

  @inline(__always)
  static func hash(_ head: UInt32) -> Int { Int((head &* 0x9E37_79B1) &>> 24) }
}
