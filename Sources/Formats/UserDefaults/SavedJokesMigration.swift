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
  /// The number of ratings other than 5 and 1; the binary migration should come first.
  public let otherRatingCount: Int
  /// The number of ratings of 2, 3 or 4. The binary migration would remove jokes rated 3; once
  /// saved, they stay saved.
  public let fivePointRatingCount: Int
  /// The changes to the dump.
  package let changes: DefaultsChanges
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
  /// The changes as edits.
  public var edits: [DefaultsEdit] { changes.edits }

  /// The number of newly saved jokes.
  public var newCount: Int { order.count { !$0.wasSaved } }
  /// The number of jokes saved before.
  public var alreadySavedCount: Int { order.count { $0.wasSaved } }
  /// The number of saved timestamps that are overwritten.
  public var replacedTimestampCount: Int { order.count { $0.replacesTimestamp } }

  /// The number of saved timestamps from this source.
  public func timestampCount(from source: RatedToSavedRule.TimestampSource) -> Int {
    order.count { $0.source == source }
  }

  /// Plans the migration of a dump.
  ///
  /// - Throws: an error of cause `unusable` if the ratings or one of the timestamps are not a
  ///   dictionary, if the saved jokes are not an array of strings, or if a relevant key occurs
  ///   twice.
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

  /// Whether a dump has the planned result: the flag, and every rated joke saved with a time.
  ///
  /// - Throws: as `init`.
  package func isCarriedOut(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    guard try dump.flag(.savedMigrationDone) == true else { return false }
    let saved = try dump.array(.savedJokes)
    if try ratings.marks(of: saved, in: dump).contains(false) { return false }
    let times = try dump.dictionary(.savedTimestamps) ?? .none
    return ratings.members.indices.allSatisfy { times.place(of: ratings, at: $0) != nil }
  }

  /// Counts the ratings other than 5 and 1, and those of 2, 3 or 4.
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
      // An equal time keeps its spelling.
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
  /// For each key, whether the array contains it.
  fileprivate func marks(
    of array: DumpIndex?, in dump: DefaultsDump
  ) throws(DefaultsDumpError) -> [Bool] {
    var isMarked = [Bool](filling: false, count)
    guard let array else { return isMarked }
    try dump.forEachString(of: array, DefaultsKey.savedJokes) { id in
      if let place = place(of: id) { isMarked[place] = true }
    }
    return isMarked
  }
}

extension Array {
  /// `init(repeating:count:)`, but specialized: without a look-up of the array's type, 500
  /// instructions.
  fileprivate init(filling element: Element, _ count: Int) {
    self.init()
    reserveCapacity(count)
    for _ in 0..<count { append(element) }
  }
}

/// The timestamps of the rated jokes in one dictionary, indexed by the place of the rating.
private struct Times {
  /// The dictionary, or nil if it is missing.
  let index: DumpIndex?
  /// The place of each joke in the dictionary.
  private(set) var places: [Int?]
  /// The times as numbers.
  private(set) var seconds: [Double?]
  /// The places of times that are not a number or exceed a `Double`.
  private(set) var oddPlaces: [Int] = []

  init(
    of rated: DumpIndex, in dump: DefaultsDump, _ key: AppKey
  ) throws(DefaultsDumpError) {
    index = try dump.dictionary(key)
    places = [Int?](filling: nil, rated.count)
    seconds = [Double?](filling: nil, rated.count)
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

  /// The time's member for a joke, or nil.
  func member(at place: Int) -> DumpIndex.Member? {
    places[place].flatMap { index?.members[$0] }
  }
}
