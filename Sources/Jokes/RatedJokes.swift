/// A device's ratings and the times of rating. Rules, “Rated jokes”.
public struct RatedJokes: Hashable, Sendable {
  /// The rating of each rated joke.
  public private(set) var ratings: [JokeID: RatingReading]
  /// The time of each rating, in seconds since 1970. A joke without a rating can have one.
  public private(set) var timestamps: [JokeID: Double]

  /// Creates the state of a dump.
  public init(ratings: [JokeID: RatingReading] = [:], timestamps: [JokeID: Double] = [:]) {
    self.ratings = ratings
    self.timestamps = timestamps
  }

  /// The verdict on a joke; nil if it has no rating, or one other than 5 and 1.
  public func verdict(on joke: JokeID) -> BinaryRating? {
    guard case .rating(let rating) = ratings[joke] else { return nil }
    return RatingScale.binary.verdict(rating)
  }

  /// The time a joke was rated, in seconds since 1970; nil if it is not rated or has no time.
  public func timestamp(of joke: JokeID) -> Double? {
    ratings[joke] == nil ? nil : timestamps[joke]
  }

  /// The number of ratings other than 5 and 1.
  public var otherCount: Int { ratings.keys.count { verdict(on: $0) == nil } }

  /// Rates a joke; rating it again renews the time.
  public mutating func rate(_ joke: JokeID, as verdict: BinaryRating, at now: Double) {
    ratings[joke] = .rating(verdict.rating)
    timestamps[joke] = now
  }

  /// Removes the rating of a joke and its time; does nothing for one that is not rated.
  ///
  /// - Returns: whether it was rated.
  @discardableResult
  public mutating func unrate(_ joke: JokeID) -> Bool {
    guard ratings.removeValue(forKey: joke) != nil else { return false }
    timestamps[joke] = nil
    return true
  }

  /// The jokes of a catalogue with this verdict, newest rated first.
  public func list(_ verdict: BinaryRating, of catalogue: [Joke]) -> [Joke] {
    catalogue.filter { self.verdict(on: $0.id) == verdict }.newestFirst { timestamps[$0.id] }
  }
}

extension BinaryRating {
  /// The rating that is stored.
  public var rating: Rating {
    switch self {
    case .hilarious: .hilarious
    case .horrible: .horrible
    }
  }
}
