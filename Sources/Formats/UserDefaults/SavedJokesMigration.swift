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
  private let ratings: DumpIndex
  /// What becomes of them.
  private let order: [RatedToSavedRule.Saving]
  /// Which of them are rated at a time that is no number.
  private let oddPlaces: [Int]

  /// Every rated joke as a saved one: those saved before first, then the new ones, newest first.
  public var jokes: [RatedToSavedRule.SavedJoke] {
    order.map { .init(id: JokeID(ratings.name(at: $0.place)), $0) }
  }
  /// The rated jokes whose rating has a timestamp that is no number, and so counts as missing.
  public var oddTimestamps: [JokeID] { oddPlaces.map { JokeID(ratings.name(at: $0)) } }
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
    isAlreadyDone = try dump.flag(.savedMigrationDone) == true
    guard !isAlreadyDone else {
      (otherRatingCount, fivePointRatingCount, changes) = (0, 0, DefaultsChanges())
      (ratings, order, oddPlaces) = (.none, [], [])
      return
    }
    ratings = try dump.dictionary(.ratings) ?? .none
    (otherRatingCount, fivePointRatingCount) = try Self.oddCounts(of: ratings, in: dump)
    let ratedAt = try Times(of: ratings, in: dump, .ratingTimestamps)
    let savedAt = try Times(of: ratings, in: dump, .savedTimestamps)
    let saved = try dump.array(.savedJokes)
    let ratings = ratings
    order = rule.order(
      ratedAt: ratedAt.seconds, isSaved: try ratings.marks(of: saved, in: dump),
      savedAt: savedAt.seconds, isSmaller: { ratings.isSmaller($0, $1) })
    oddPlaces = ratedAt.oddPlaces.sorted()
    changes = try Self.changes(of: dump, for: order, of: ratings, ratedAt, savedAt, saved)
  }

  /// Whether a dump holds what this comes to: the flag, and every rated joke among the saved ones and
  /// those with a time.
  ///
  /// - Throws: as `init`.
  package func isCarriedOut(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    guard try dump.flag(.savedMigrationDone) == true else { return false }
    let saved = try dump.array(.savedJokes)
    if try ratings.marks(of: saved, in: dump).contains(false) { return false }
    let times = try dump.dictionary(.savedTimestamps) ?? .none
    return ratings.members.indices.allSatisfy { times.place(of: ratings, at: $0) != nil }
  }

  /// How many ratings are neither 5 nor 1, and how many of these 2, 3 or 4.
  private static func oddCounts(
    of ratings: DumpIndex, in dump: DefaultsDump
  ) throws(DefaultsDumpError) -> (other: Int, fivePoint: Int) {
    var (otherCount, fivePointCount) = (0, 0)
    for member in ratings.members {
      switch try dump.form.reading(of: member) {
      case .rating(.hilarious), .rating(.horrible): break
      case .rating:
        otherCount += 1
        fivePointCount += 1
      case .unexpected: otherCount += 1
      }
    }
    return (otherCount, fivePointCount)
  }

  private static func changes(
    of dump: DefaultsDump, for order: [RatedToSavedRule.Saving], of ratings: DumpIndex,
    _ ratedAt: Times, _ savedAt: Times, _ saved: DumpIndex?
  ) throws(DefaultsDumpError) -> DefaultsChanges {
    let text = ratings.text
    var changes = DefaultsChanges()
    changes.reserve(2 * order.count + 1)
    let jokes = try changes.add(.savedJokes, of: dump, saved)
    for saving in order where !saving.wasSaved {
      changes.add(.string, jokes, to: text.span.extracting(ratings.members[saving.place].name))
    }
    let times = try changes.add(.savedTimestamps, of: dump, savedAt.index)
    for saving in order {
      // One that has the very time already keeps its spelling.
      if savedAt.seconds[saving.place] == saving.timestamp { continue }
      let name = ratings.members[saving.place].name
      let place = savedAt.places[saving.place]
      if saving.source == .rating, let time = ratedAt.member(at: saving.place) {
        _ = try dump.form.lendNumber(of: time) {
          changes.set(.number, times, at: place, name: text.span.extracting(name), to: $0)
        }
      } else {
        let number = Array(DefaultsNumber(seconds: saving.timestamp).spelling.utf8)
        changes.set(
          .number, times, at: place, name: text.span.extracting(name), to: number.span)
      }
    }
    let flag = try changes.add(.savedMigrationDone, of: dump)
    changes.add(.flag(true), flag)
    return changes
  }
}

extension DumpIndex {
  /// Which of its keys are among the strings of an array.
  fileprivate func marks(
    of array: DumpIndex?, in dump: DefaultsDump
  ) throws(DefaultsDumpError) -> [Bool] {
    var isMarked = [Bool](repeating: false, count: count)
    guard let array else { return isMarked }
    try dump.forEachString(of: array, DefaultsKey.savedJokes) { id in
      if let place = place(of: id) { isMarked[place] = true }
    }
    return isMarked
  }
}

/// The times that a dictionary has for the rated jokes, each at its joke's place.
private struct Times {
  /// The dictionary; nil where it is missing.
  let index: DumpIndex?
  /// Where in it each joke is.
  private(set) var places: [Int?]
  /// As they are reckoned with.
  private(set) var seconds: [Double?]
  /// Where there is one that is no number, or none that a `Double` can hold.
  private(set) var oddPlaces: [Int] = []

  init(
    of rated: DumpIndex, in dump: DefaultsDump, _ key: AppKey
  ) throws(DefaultsDumpError) {
    index = try dump.dictionary(key)
    places = [Int?](repeating: nil, count: rated.count)
    seconds = [Double?](repeating: nil, count: rated.count)
    guard let index else { return }
    for (number, member) in index.members.enumerated() {
      guard let place = rated.place(of: index, at: number) else { continue }
      places[place] = number
      var time: Double?
      _ = try dump.form.lendNumber(of: member) { time = JSONNumber.double(of: $0) }
      seconds[place] = time
      if time == nil { oddPlaces.append(place) }
    }
  }

  /// The time of a joke; nil where there is none.
  func member(at place: Int) -> DumpIndex.Member? {
    places[place].flatMap { index?.members[$0] }
  }
}
