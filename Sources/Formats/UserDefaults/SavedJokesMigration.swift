public import Jokes
import Scan
import SystemIO

/// The plan that saves the rated jokes of a dump. Rules, “Rated to saved”.
///
/// Making a plan changes nothing. The plan of a dump that is already migrated is empty, because the
/// flag is set.
public struct SavedJokesMigration: Sendable {
  /// Whether the flag says that the rated jokes are saved, so that there is nothing to do.
  public let isAlreadyDone: Bool
  /// The counts of jokes, timestamps and ratings.
  public let counts: SavedJokesCounts
  /// The number of ratings of 2, 3 or 4. The binary migration would remove jokes rated 3; once
  /// saved, they stay saved.
  public let fivePointRatingCount: Int
  /// The changes to the dump.
  public let changes: DefaultsChanges
  /// The index of the ratings.
  private let ratings: DumpIndex
  /// The saving of each rated joke, in order.
  private let order: [RatedToSavedRule.Saving]
  /// The places of ratings whose timestamp is not a number.
  private let oddPlaces: [Int]

  /// All rated jokes as saved ones: first those saved before, then the new ones, newest first.
  public var jokes: [RatedToSavedRule.SavedJoke] {
    order.map { .init(id: JokeID(ratings.name(at: $0.place)), $0) }
  }
  /// The rated jokes whose rating timestamp is not a number and counts as missing.
  public var oddTimestamps: [JokeID] { oddPlaces.map { JokeID(ratings.name(at: $0)) } }

  /// Plans the migration of a dump.
  public init(
    of dump: borrowing DefaultsDump, rule: RatedToSavedRule
  ) throws(DefaultsDumpError) {
    let isAlreadyDone = try dump.flag(.savedMigrationDone) == true
    let ratings = isAlreadyDone ? .none : try dump.dictionary(.ratings) ?? .none
    var jokes = isAlreadyDone ? DumpedJokes(dump.form) : try DumpedJokes(ratings, in: dump)
    let order = try rule.order(
      ratings.count, { place throws(DefaultsDumpError) in try jokes.read(place) },
      isSmaller: { ratings.isSmaller($0, $1) })
    let changes =
      isAlreadyDone
      ? DefaultsChanges() : try Self.changes(of: dump, for: order, of: jokes, now: rule.now)
    var counts = SavedJokesCounts()
    counts.otherRatings = jokes.otherRatingCount
    for saving in order { counts.count(saving) }
    (self.isAlreadyDone, self.ratings, self.order) = (isAlreadyDone, ratings, order)
    (self.changes, self.counts) = (changes, counts)
    (fivePointRatingCount, oddPlaces) = (jokes.fivePointRatingCount, jokes.oddPlaces)
  }

  /// Whether a dump has the planned result: the flag, and every rated joke saved with a time.
  package func isCarriedOut(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    guard try dump.flag(.savedMigrationDone) == true else { return false }
    // One index after the other, because each takes memory.
    guard holdsRatedJokes(try dump.stringArray(.savedJokes)?.searchable()) else { return false }
    return holdsRatedJokes(try dump.dictionary(.savedTimestamps))
  }

  private func holdsRatedJokes(_ index: DumpIndex?) -> Bool {
    let index = index ?? .none
    return ratings.indices.allSatisfy { index.place(of: ratings, at: $0) != nil }
  }

  private static func changes(
    of dump: borrowing DefaultsDump, for order: [RatedToSavedRule.Saving], of jokes: DumpedJokes,
    now: Double
  ) throws(DefaultsDumpError) -> DefaultsChanges {
    let ratings = jokes.ratings
    var changes = DefaultsChanges(quoting: ratings)
    changes.reserve(2 * order.count + 1)
    let saved = changes.add(.savedJokes, at: try dump.place(of: .savedJokes), jokes.saved)
    for saving in order where !saving.wasSaved {
      changes.add(.string, saved, to: ratings[saving.place].name)
    }
    let times = changes.add(
      .savedTimestamps, at: try dump.place(of: .savedTimestamps), jokes.savedTimes)
    var present: Range<Int>?
    for saving in order where !saving.keepsTimestamp {
      let time: Range<Int>
      if saving.source == .rating, let rated = jokes.ratingTime(saving.place),
        let number = try changes.quote(numberOf: rated, in: dump)
      {
        time = number
      } else {
        // Kept times are equal, so any other one is the present.
        time = present ?? changes.append(DefaultsNumber(seconds: now).spelling)
        present = time
      }
      changes.add(
        .number, times, at: jokes.places[saving.place].saved, name: ratings[saving.place].name,
        to: time)
    }
    let flag = changes.add(
      .savedMigrationDone, at: try dump.place(of: .savedMigrationDone))
    changes.add(.flag(true), flag)
    return changes
  }
}

/// The counts of `SavedJokesMigration`, for one dump or many.
public struct SavedJokesCounts: Sendable, Hashable {
  /// The number of jokes that were not saved before.
  public package(set) var newlySaved = 0
  /// The number of rated jokes that were saved before.
  public package(set) var alreadySaved = 0
  /// The numbers of saved timestamps by source.
  public package(set) var fromRating = 0
  /// Timestamps of jokes without a time of rating, which get the present.
  public package(set) var filledWithNow = 0
  /// Timestamps that a saved joke had already.
  public package(set) var kept = 0
  /// The number of saved timestamps that changed.
  public package(set) var replaced = 0
  /// The number of ratings other than 5 and 1; the binary migration should come first.
  public package(set) var otherRatings = 0

  package init() {}

  /// Counts one rated joke.
  mutating func count(_ saving: RatedToSavedRule.Saving) {
    if saving.wasSaved { alreadySaved += 1 } else { newlySaved += 1 }
    switch saving.source {
    case .rating: fromRating += 1
    case .now: filledWithNow += 1
    case .kept: kept += 1
    }
    if saving.replacesTimestamp { replaced += 1 }
  }

  package static func += (sum: inout SavedJokesCounts, other: SavedJokesCounts) {
    sum.newlySaved += other.newlySaved
    sum.alreadySaved += other.alreadySaved
    sum.fromRating += other.fromRating
    sum.filledWithNow += other.filledWithNow
    sum.kept += other.kept
    sum.replaced += other.replaced
    sum.otherRatings += other.otherRatings
  }
}

/// What a dump holds about its rated jokes, by the place of the rating.
private struct DumpedJokes {
  let ratings: DumpIndex
  private let form: any DumpForm
  /// The saved jokes, and their timestamps; nil if they are missing.
  private(set) var saved, savedTimes: DumpIndex?
  /// The number of ratings other than 5 and 1, and of those of 2, 3 or 4.
  private(set) var (otherRatingCount, fivePointRatingCount) = (0, 0)
  /// The places of ratings whose timestamp is not a number or exceeds a `Double`.
  private(set) var oddPlaces: [Int] = []
  private var ratingTimes: DumpIndex?
  /// The places of each joke's times.
  private(set) var places: [TimePlaces] = []

  /// The jokes of a dump that needs no migration.
  init(_ form: any DumpForm) { (self.form, ratings) = (form, .none) }

  init(_ ratings: DumpIndex, in dump: borrowing DefaultsDump) throws(DefaultsDumpError) {
    (form, self.ratings) = (dump.form, ratings)
    ratingTimes = try dump.dictionary(.ratingTimestamps)
    savedTimes = try dump.dictionary(.savedTimestamps)
    saved = try dump.stringArray(.savedJokes)?.searchable()
    places.reserveCapacity(ratings.count)
  }

  /// Reads what is known about the next joke, and counts its rating and an odd timestamp.
  mutating func read(
    _ place: Int
  ) throws(DefaultsDumpError) -> (ratedAt: Double?, isSaved: Bool, savedAt: Double?) {
    count(try form.reading(of: ratings[place]))
    let rated = ratingTimes?.place(of: ratings, at: place)
    let timed = savedTimes?.place(of: ratings, at: place)
    places.append(TimePlaces(rated: rated, saved: timed))
    let ratedAt = try seconds(rated, in: ratingTimes)
    let savedAt = try seconds(timed, in: savedTimes)
    if rated != nil, ratedAt == nil { oddPlaces.append(place) }
    return (ratedAt, saved?.place(of: ratings, at: place) != nil, savedAt)
  }

  private mutating func count(_ reading: RatingReading) {
    switch reading {
    case .rating(.hilarious), .rating(.horrible): break
    case .rating:
      otherRatingCount += 1
      fivePointRatingCount += 1
    case .unexpected: otherRatingCount += 1
    }
  }

  /// The rating's timestamp.
  func ratingTime(_ place: Int) -> DumpIndex.Member? {
    guard let times = ratingTimes, let rated = places[place].rated else { return nil }
    return times[rated]
  }

  /// The time at a place; nil if it is missing, not a number, or exceeds a `Double`.
  private func seconds(_ place: Int?, in times: DumpIndex?) throws(DefaultsDumpError) -> Double? {
    guard let place, let times else { return nil }
    return try form.double(of: times[place])
  }
}

/// The places of a joke's times among those of ratings and those of saved jokes.
private struct TimePlaces {
  private let ratedPlace, savedPlace: UInt32

  init(rated: Int?, saved: Int?) {
    ratedPlace = rated.map { UInt32($0) } ?? .max
    savedPlace = saved.map { UInt32($0) } ?? .max
  }

  var rated: Int? { ratedPlace == .max ? nil : Int(ratedPlace) }
  var saved: Int? { savedPlace == .max ? nil : Int(savedPlace) }
}
