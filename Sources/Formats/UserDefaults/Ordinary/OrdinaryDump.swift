import ByteIO

/// A JSON dump on one line in which nothing that matters is out of the ordinary, as it stands in its
/// bytes: no tree, no strings, only where things are.
///
/// It is a faster way to what `DefaultsDump` finds, for dumps as the app's own values make them: joke
/// keys and times are plain, no key that matters comes twice, ratings are one digit from 1 to 5. What
/// it refuses is for `DefaultsDump` to read, or to find wrong; what it takes is strict JSON all the
/// same.
package struct OrdinaryDump: ~Copyable, Sendable {
  /// An entry of a dictionary, or an element of an array.
  struct Entry: BitwiseCopyable, Sendable {
    /// The number of its joke; -1 at the top level.
    let joke: Int32
    /// Its first byte: the quote of its key, or in an array of itself.
    let start: Int32
    /// Behind the quote of its key; in an array the same as `start`.
    let keyEnd: Int32
    /// Where its value begins, and ends.
    let valueStart: Int32
    let end: Int32
    /// The value, where it is a number.
    let number: Double

    /// - Parameters: offsets in a dump, which `read` has found to fit.
    @inline(__always)
    init(
      joke: Int32 = -1, start: Int, keyEnd: Int, valueStart: Int, end: Int, number: Double = 0
    ) {
      (self.joke, self.number) = (joke, number)
      self.start = Int32(truncatingIfNeeded: start)
      self.keyEnd = Int32(truncatingIfNeeded: keyEnd)
      self.valueStart = Int32(truncatingIfNeeded: valueStart)
      self.end = Int32(truncatingIfNeeded: end)
    }

    var range: Range<Int> { Int(start)..<Int(end) }
    var value: Range<Int> { Int(valueStart)..<Int(end) }
  }

  /// A dictionary or an array.
  struct Container: Sendable {
    /// What is between its brackets; nil where the dump has no such key.
    var interior: Range<Int>?
    /// How many entries it has, and the last of them.
    var count = 0
    var last: Entry?
    /// Where all of them are among the dump's, where they are of jokes.
    var entries = 0..<0
  }

  /// A flag that the dump has.
  struct Flag: Sendable {
    var value: Bool
    var range: Range<Int>
  }

  /// All of the dump.
  var range = 0..<0
  var names: OrdinaryNames
  var jokes = OrdinaryJokes()
  /// The entries of all containers of jokes, one container behind the other.
  var entries = ScratchArray<Entry>()
  var ratings = Container()
  var ratedAt = Container()
  var savedAt = Container()
  var saved = Container()
  var top = Container()
  /// The flags that were asked for.
  var firstFlag: Flag?
  var secondFlag: Flag?

  /// Nothing so far.
  ///
  /// - Parameter keys: those of the top level that matter.
  init(_ keys: OrdinaryKeys) { names = OrdinaryNames(keys) }

  /// Reads the dump that begins at an offset, in the place of the one before; false where it is not
  /// ordinary.
  ///
  /// - Parameter isLine: whether there is no line end but at the end of the text.
  mutating func read(_ text: Span<UInt8>, at start: Int, isLine: Bool) -> Bool {
    guard text.count < 1 << 30 else { return false }
    reset()
    var cursor = OrdinaryCursor(text, at: start)
    guard readTop(&cursor), hasOwnKey else { return false }
    range = start..<cursor.offset
    return isLine || text.extracting(range).firstOffset(of: UInt8(ascii: "\n")) == nil
  }

  private mutating func reset() {
    if names.isFull {
      names.removeAll()
      jokes.removeAll()
    }
    jokes.beginDump()
    entries.removeAll(keeping: OrdinaryWork.keptCapacity)
    (ratings, ratedAt, savedAt) = (Container(), Container(), Container())
    (saved, top) = (Container(), Container())
    (firstFlag, secondFlag) = (nil, nil)
  }

  /// Whether one of the keys is there that matter, each of which is the app's own.
  private var hasOwnKey: Bool {
    ratings.interior != nil || ratedAt.interior != nil || savedAt.interior != nil
      || saved.interior != nil || firstFlag != nil || secondFlag != nil
  }

  /// Whether one of the flags is set.
  var isFlagged: Bool { firstFlag?.value == true || secondFlag?.value == true }

  func flag(_ number: OrdinaryKeys.Flag) -> Flag? {
    switch number {
    case .first: firstFlag
    case .second: secondFlag
    }
  }

  /// The joke of an entry.
  func joke(of entry: Entry) -> OrdinaryJokes.Joke { jokes[entry.joke] }

  /// An entry by its place among all; nil for the place -1.
  func entry(at place: Int32) -> Entry? { place < 0 ? nil : entries[Int(place)] }

  /// The number of an entry; nil for the place -1.
  func number(at place: Int32) -> Double? { place < 0 ? nil : entries[Int(place)].number }
}
