import ByteIO

/// What an ordinary dump says of each joke, by the number of the joke's name.
struct OrdinaryJokes: ~Copyable, Sendable {
  /// One joke: where its key first stands, and its entry in each of the dictionaries.
  struct Joke: BitwiseCopyable, Sendable {
    /// The dump that this is of; what is of another is forgotten.
    fileprivate var dump: UInt32 = 0
    fileprivate var keyStart: Int32 = 0
    fileprivate var keyEnd: Int32 = 0
    /// Its place among the ratings, or -1.
    fileprivate(set) var rating: Int32 = -1
    /// Its place among the times of ratings, or -1.
    fileprivate(set) var ratedAt: Int32 = -1
    /// Its place among the times of saving, or -1.
    fileprivate(set) var savedAt: Int32 = -1
    fileprivate(set) var isSaved = false

    /// Where its key stands, with its quotes.
    var quotedKey: Range<Int> { Int(keyStart)..<Int(keyEnd) }
    /// The same without them.
    var key: Range<Int> { Int(keyStart) &+ 1..<Int(keyEnd) &- 1 }
  }

  private var all = ScratchArray<Joke>()
  private var dump: UInt32 = 0

  /// No joke so far.
  init() {}

  /// A joke that the dump has.
  subscript(number: Int32) -> Joke { all[Int(number)] }

  /// Forgets what another dump said of any joke.
  mutating func beginDump() {
    if dump == .max { removeAll() }
    dump += 1
  }

  /// Forgets all jokes, because their names have other numbers from now on.
  mutating func removeAll() {
    all.removeAll(keeping: OrdinaryWork.keptCapacity)
    dump = 0
  }

  /// Takes note of the entry of a joke in a dictionary; false where it has one there already.
  ///
  /// - Parameter key: where it has the joke's key, with quotes.
  @inline(__always)
  mutating func enter(
    _ entry: Int, of joke: Int32, _ key: Range<Int>, in dictionary: OrdinaryKeys.Dictionary
  ) -> Bool {
    change(joke, key) { joke in
      let entry = Int32(truncatingIfNeeded: entry)
      switch dictionary {
      case .ratings:
        if joke.rating >= 0 { return false }
        joke.rating = entry
      case .ratedAt:
        if joke.ratedAt >= 0 { return false }
        joke.ratedAt = entry
      case .savedAt:
        if joke.savedAt >= 0 { return false }
        joke.savedAt = entry
      }
      return true
    }
  }

  /// Takes note that a joke is saved.
  @inline(__always)
  mutating func markSaved(_ joke: Int32, _ key: Range<Int>) {
    change(joke, key) { $0.isSaved = true }
  }

  @inline(__always)
  private mutating func change<Result>(
    _ number: Int32, _ key: Range<Int>, _ change: (inout Joke) -> Result
  ) -> Result {
    while all.count <= Int(number) { all.append(Joke()) }
    let dump = dump
    var jokes = all.mutableSpan
    if jokes[Int(number)].dump != dump {
      var joke = Joke()
      joke.dump = dump
      joke.keyStart = Int32(truncatingIfNeeded: key.lowerBound)
      joke.keyEnd = Int32(truncatingIfNeeded: key.upperBound)
      jokes[Int(number)] = joke
    }
    return change(&jokes[Int(number)])
  }
}
