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
      (jokes, otherRatingCount, oddTimestamps, edits) = ([], 0, [], [])
      return
    }
    let ratings = try dump.entries(of: DefaultsKey.ratings) ?? []
    let ratedAt = Timestamps(try dump.entries(of: DefaultsKey.ratingTimestamps) ?? [])
    let savedAt = Timestamps(try dump.entries(of: DefaultsKey.savedTimestamps) ?? [])
    var saved = JokeIndex()
    for text in try dump.strings(of: DefaultsKey.savedJokes) ?? [] { saved.insert(JokeID(text)) }
    jokes = rule.saving(
      rated: ratings.map(\.key), ratedAt: ratedAt.seconds(of:), isSaved: saved.contains,
      savedAt: savedAt.seconds(of:))
    otherRatingCount = ratings.count { !Self.isBinary($0.value.reading) }
    oddTimestamps = ratings.map(\.key).filter(ratedAt.odd.contains)
    edits = Self.edits(for: jokes, ratedAt, savedAt)
  }

  private static func isBinary(_ reading: RatingReading) -> Bool {
    switch reading {
    case .rating(let rating): rating == .hilarious || rating == .horrible
    case .unexpected: false
    }
  }

  private static func edits(
    for jokes: [RatedToSavedRule.SavedJoke], _ ratedAt: Timestamps, _ savedAt: Timestamps
  ) -> [DefaultsEdit] {
    var edits: [DefaultsEdit] = []
    let new = jokes.filter { !$0.wasSaved }.map(\.id.text)
    if !new.isEmpty { edits.append(.append(to: DefaultsKey.savedJokes, new)) }
    // One that has the very time already keeps its spelling.
    for joke in jokes where savedAt.seconds(of: joke.id) != joke.timestamp {
      let rated = joke.source == .rating ? ratedAt.number(of: joke.id) : nil
      edits.append(
        .setTimestamp(
          in: DefaultsKey.savedTimestamps, joke.id,
          rated ?? DefaultsNumber(seconds: joke.timestamp)))
    }
    return edits + [.setBoolean(DefaultsKey.savedMigrationDone, true)]
  }
}

/// The times that a dictionary has for jokes.
private struct Timestamps {
  private let entries: [DefaultsEntry]
  /// The time of each entry as it is reckoned with; nil where it is odd.
  private var seconds: [Double?] = []
  private var places: JokePlaces
  /// Those that are no numbers, or none that a `Double` can hold.
  private(set) var odd: Set<JokeID> = []

  /// - Parameter entries: what the dictionary holds, no key twice.
  init(_ entries: [DefaultsEntry]) {
    self.entries = entries
    places = JokePlaces(minimumCapacity: entries.count)
    seconds.reserveCapacity(entries.count)
    for (place, entry) in entries.enumerated() {
      places.insert(entry.key, at: place)
      if case .number(let number) = entry.value, let double = number.double {
        seconds.append(double)
      } else {
        seconds.append(nil)
        odd.insert(entry.key)
      }
    }
  }

  private func place(of id: JokeID) -> Int? { places.place(of: id) { entries[$0].key == id } }

  /// The time of a joke; nil where there is none, or it is odd.
  func seconds(of id: JokeID) -> Double? { place(of: id).flatMap { seconds[$0] } }

  /// The time of a joke as it is spelled.
  func number(of id: JokeID) -> DefaultsNumber? {
    guard let place = place(of: id), case .number(let number) = entries[place].value else {
      return nil
    }
    return number
  }
}
