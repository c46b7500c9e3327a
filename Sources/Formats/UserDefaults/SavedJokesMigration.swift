public import Jokes
import Scan
import SystemIO

/// What it takes to save the rated jokes of a dump. Rules, “Rated to saved”.
///
/// A migration is a plan: it changes nothing by itself. Made of a dump that it was applied to, it
/// finds the flag set, and plans nothing.
public struct SavedJokesMigration: Sendable {
  /// Whether the flag says that the rated jokes are saved already: then nothing is to be done.
  public let isAlreadyDone: Bool
  /// How many ratings are neither 5 nor 1: the ratings should have become binary first.
  public let otherRatingCount: Int
  /// How many of these are 2, 3 or 4. The binary migration takes jokes rated 3 away; once saved, they
  /// stay saved.
  public let fivePointRatingCount: Int
  /// What to do to the dump, by its keys.
  package let changes: DefaultsChanges
  /// The rated jokes.
  private let keys: KeyIndex
  /// What becomes of them.
  private let order: [RatedToSavedRule.Saving]
  /// Which of them are rated at a time that is no number.
  private let oddPlaces: [Int]

  /// Every rated joke as a saved one: those saved before first, then the new ones, newest first.
  public var jokes: [RatedToSavedRule.SavedJoke] {
    order.map { .init(id: JokeID(keys.string(at: $0.place)), $0) }
  }
  /// The rated jokes whose rating has a timestamp that is no number, and so counts as missing.
  public var oddTimestamps: [JokeID] { oddPlaces.map { JokeID(keys.string(at: $0)) } }
  /// What to do to the dump.
  public var edits: [DefaultsEdit] { changes.edits }

  /// How many jokes become saved.
  public var newCount: Int { order.count { !$0.wasSaved } }
  /// How many were saved before.
  public var alreadySavedCount: Int { order.count { $0.wasSaved } }
  /// How many saved timestamps are another from now on, and lost.
  public var replacedTimestampCount: Int { order.count { $0.replacesTimestamp } }

  /// How many saved timestamps come from there.
  public func timestampCount(from source: RatedToSavedRule.TimestampSource) -> Int {
    order.count { $0.source == source }
  }

  /// Plans the migration of a dump.
  ///
  /// - Throws: an error of cause `unusable` where the ratings or one of the timestamps are no
  ///   dictionary, the saved jokes no array of strings, or a key that matters comes twice.
  public init(of dump: DefaultsDump, rule: RatedToSavedRule) throws(DefaultsDumpError) {
    isAlreadyDone = try dump.boolean(DefaultsKey.savedMigrationDone) == true
    guard !isAlreadyDone else {
      (otherRatingCount, fivePointRatingCount, changes) = (0, 0, DefaultsChanges())
      (keys, order, oddPlaces) = (KeyIndex(), [], [])
      return
    }
    let ratings = try Ratings(of: dump)
    (otherRatingCount, fivePointRatingCount) = (ratings.otherCount, ratings.fivePointCount)
    let keys = ratings.keys
    let ratedAt = try Times(of: dump, in: DefaultsKey.ratingTimestamps, of: keys)
    let savedAt = try Times(of: dump, in: DefaultsKey.savedTimestamps, of: keys)
    var isSaved = [Bool](repeating: false, count: keys.count)
    try dump.forEachString(of: DefaultsKey.savedJokes) { id in
      if let place = keys.place(of: id) { isSaved[place] = true }
    }
    order = rule.order(
      ratedAt: ratedAt.seconds, isSaved: isSaved, savedAt: savedAt.seconds,
      isSmaller: { keys.isSmaller($0, $1) })
    oddPlaces = ratedAt.oddPlaces.sorted()
    changes = Self.changes(for: order, of: keys, ratedAt, savedAt)
    self.keys = keys
  }

  /// Whether a dump holds what this comes to: the flag, and every rated joke among the saved ones and
  /// those with a time.
  ///
  /// - Throws: as `init`.
  package func isCarriedOut(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    guard try dump.boolean(DefaultsKey.savedMigrationDone) == true else { return false }
    let keys = keys
    var isSaved = [Bool](repeating: false, count: keys.count)
    try dump.forEachString(of: DefaultsKey.savedJokes) { id in
      if let place = keys.place(of: id) { isSaved[place] = true }
    }
    var isTimed = [Bool](repeating: false, count: keys.count)
    try dump.forEachKey(of: DefaultsKey.savedTimestamps) { id in
      if let place = keys.place(of: id) { isTimed[place] = true }
    }
    return !isSaved.contains(false) && !isTimed.contains(false)
  }

  private static func changes(
    for order: [RatedToSavedRule.Saving], of keys: KeyIndex, _ ratedAt: Times, _ savedAt: Times
  ) -> DefaultsChanges {
    var changes = DefaultsChanges()
    var new: [String] = []
    new.reserveCapacity(order.count)
    for saving in order where !saving.wasSaved { new.append(keys.string(at: saving.place)) }
    changes.append(new, to: DefaultsKey.savedJokes)
    var times = DefaultsChanges.EntryChanges(of: keys)
    for saving in order {
      // One that has the very time already keeps its spelling.
      if savedAt.seconds[saving.place] == saving.timestamp { continue }
      let spelled = saving.source == .rating ? ratedAt.numbers[saving.place] : nil
      times.set(
        at: saving.place, to: .number(spelled ?? DefaultsNumber(seconds: saving.timestamp)))
    }
    changes.set(times, in: DefaultsKey.savedTimestamps)
    changes.set(DefaultsKey.savedMigrationDone, to: true)
    return changes
  }
}

/// The rated jokes of a dump.
private struct Ratings {
  private(set) var keys = KeyIndex()
  /// How many have a rating that is neither 5 nor 1, and how many of these 2, 3 or 4.
  private(set) var otherCount = 0
  private(set) var fivePointCount = 0

  init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    try dump.forEachEntry(of: DefaultsKey.ratings) { id, value in
      keys.insert(id)
      switch value.reading {
      case .rating(.hilarious), .rating(.horrible): break
      case .rating:
        otherCount += 1
        fivePointCount += 1
      case .unexpected: otherCount += 1
      }
    }
  }
}

/// The times that a dictionary has for the rated jokes, each at its joke's place.
private struct Times {
  /// As they are reckoned with.
  private(set) var seconds: [Double?]
  /// As they are spelled.
  private(set) var numbers: [DefaultsNumber?]
  /// Where there is one that is no number, or none that a `Double` can hold.
  private(set) var oddPlaces: [Int] = []

  init(of dump: DefaultsDump, in key: String, of rated: KeyIndex) throws(DefaultsDumpError) {
    seconds = [Double?](repeating: nil, count: rated.count)
    numbers = [DefaultsNumber?](repeating: nil, count: rated.count)
    try dump.forEachEntry(of: key) { id, value in
      guard let place = rated.place(of: id) else { return }
      guard case .number(let number) = value, let double = number.double else {
        return oddPlaces.append(place)
      }
      seconds[place] = double
      numbers[place] = number
    }
  }
}
