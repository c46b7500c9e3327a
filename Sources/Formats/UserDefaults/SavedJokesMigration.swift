public import Jokes

/// What it takes to save the rated jokes of a dump. Rules, “Rated to saved”.
///
/// A migration is a plan: it changes nothing by itself. Made of a dump that it was applied to, it
/// finds the flag set, and plans nothing.
public struct SavedJokesMigration: Sendable {
  /// Whether the flag says that the rated jokes are saved already: then nothing is to be done.
  public let isAlreadyDone: Bool
  /// Every rated joke as a saved one: those saved before first, then the new ones, newest first.
  public let jokes: [RatedToSavedRule.SavedJoke]
  /// How many ratings are neither 5 nor 1: the ratings should have become binary first.
  public let otherRatingCount: Int
  /// How many of these are 2, 3 or 4. The binary migration takes jokes rated 3 away; once saved, they
  /// stay saved.
  public let fivePointRatingCount: Int
  /// The rated jokes whose rating has a timestamp that is no number, and so counts as missing.
  public let oddTimestamps: [JokeID]
  /// What to do to the dump.
  public let edits: [DefaultsEdit]

  /// How many jokes become saved.
  public var newCount: Int { jokes.count { !$0.wasSaved } }
  /// How many were saved before.
  public var alreadySavedCount: Int { jokes.count { $0.wasSaved } }
  /// How many saved timestamps are another from now on, and lost.
  public var replacedTimestampCount: Int { jokes.count { $0.replacesTimestamp } }

  /// How many saved timestamps come from there.
  public func timestampCount(from source: RatedToSavedRule.TimestampSource) -> Int {
    jokes.count { $0.source == source }
  }

  /// Plans the migration of a dump.
  ///
  /// - Throws: an error of cause `unusable` where the ratings or one of the timestamps are no
  ///   dictionary, the saved jokes no array of strings, or a key that matters comes twice.
  public init(of dump: DefaultsDump, rule: RatedToSavedRule) throws(DefaultsDumpError) {
    isAlreadyDone = try dump.boolean(DefaultsKey.savedMigrationDone) == true
    guard !isAlreadyDone else {
      (jokes, otherRatingCount, fivePointRatingCount) = ([], 0, 0)
      (oddTimestamps, edits) = ([], [])
      return
    }
    let rated: JokeIndex
    (rated, otherRatingCount, fivePointRatingCount) = try Self.ratings(of: dump)
    let ratedAt = Times(try dump.entries(of: DefaultsKey.ratingTimestamps) ?? [], of: rated)
    let savedAt = Times(try dump.entries(of: DefaultsKey.savedTimestamps) ?? [], of: rated)
    var isSaved = [Bool](repeating: false, count: rated.count)
    for text in try dump.strings(of: DefaultsKey.savedJokes) ?? [] {
      if let place = rated.place(of: JokeID(text)) { isSaved[place] = true }
    }
    jokes = rule.saving(
      rated: rated.ids, ratedAt: ratedAt.seconds, isSaved: isSaved, savedAt: savedAt.seconds)
    oddTimestamps = ratedAt.oddPlaces.sorted().map { rated.ids[$0] }
    edits = Self.edits(for: jokes, at: rated, ratedAt, savedAt)
  }

  /// The rated jokes, how many have a rating that is neither 5 nor 1, and how many of these 2, 3 or 4.
  private static func ratings(
    of dump: DefaultsDump
  ) throws(DefaultsDumpError) -> (rated: JokeIndex, otherCount: Int, fivePointCount: Int) {
    let ratings = try dump.entries(of: DefaultsKey.ratings) ?? []
    var rated = JokeIndex(minimumCapacity: ratings.count)
    var (otherCount, fivePointCount) = (0, 0)
    for rating in ratings {
      rated.insert(rating.key)
      switch rating.value.reading {
      case .rating(.hilarious), .rating(.horrible): break
      case .rating:
        otherCount += 1
        fivePointCount += 1
      case .unexpected: otherCount += 1
      }
    }
    return (rated, otherCount, fivePointCount)
  }

  private static func edits(
    for jokes: [RatedToSavedRule.SavedJoke], at rated: JokeIndex, _ ratedAt: Times, _ savedAt: Times
  ) -> [DefaultsEdit] {
    var edits: [DefaultsEdit] = []
    let new = jokes.filter { !$0.wasSaved }.map(\.id.text)
    if !new.isEmpty { edits.append(.append(to: DefaultsKey.savedJokes, new)) }
    for joke in jokes {
      let place = rated.place(of: joke.id)
      // One that has the very time already keeps its spelling.
      if place.flatMap({ savedAt.seconds[$0] }) == joke.timestamp { continue }
      let spelled = joke.source == .rating ? place.flatMap { ratedAt.numbers[$0] } : nil
      edits.append(
        .setTimestamp(
          in: DefaultsKey.savedTimestamps, joke.id,
          spelled ?? DefaultsNumber(seconds: joke.timestamp)))
    }
    return edits + [.setBoolean(DefaultsKey.savedMigrationDone, true)]
  }
}

/// The times that a dictionary has for the rated jokes, each at its joke's place.
///
/// Those of other jokes are nobody's business, and with them their ids are let go.
private struct Times {
  /// As they are reckoned with.
  private(set) var seconds: [Double?]
  /// As they are spelled.
  private(set) var numbers: [DefaultsNumber?]
  /// Where there is one that is no number, or none that a `Double` can hold.
  private(set) var oddPlaces: [Int] = []

  init(_ entries: [DefaultsEntry], of rated: JokeIndex) {
    seconds = [Double?](repeating: nil, count: rated.count)
    numbers = [DefaultsNumber?](repeating: nil, count: rated.count)
    for entry in entries {
      guard let place = rated.place(of: entry.key) else { continue }
      guard case .number(let number) = entry.value, let double = number.double else {
        oddPlaces.append(place)
        continue
      }
      seconds[place] = double
      numbers[place] = number
    }
  }
}
