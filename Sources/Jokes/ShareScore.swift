/// Two scores of the share of a joke's ratings that are of one kind, which allow for few ratings.
///
/// They are shown beside the counts and never decide an order. Rules, “Scores”.
public struct ShareScore: Hashable, Sendable {
  /// The lower bound of the Wilson score interval at 95 %, 0 to 1.
  public let wilsonBound: Double
  /// The share after as many more ratings as a joke has on average, of the average share; 0 to 1.
  public let bayesianMean: Double

  /// The quantile of the normal distribution for an interval of 95 %.
  private static let quantile = 1.96

  /// Scores a share.
  ///
  /// - Parameters:
  ///   - count: the ratings of the kind.
  ///   - total: all ratings of the joke, at least one.
  ///   - averageTotal: the average number of ratings of a joke.
  ///   - averageShare: the share of the kind among the ratings of all jokes.
  public init(_ count: Int, of total: Int, averageTotal: Double, averageShare: Double) {
    precondition(total > 0, "a share of nothing has no score")
    let (ratings, share) = (Double(total), Double(count) / Double(total))
    let square = Self.quantile * Self.quantile
    let spread = (share * (1 - share) / ratings + square / (4 * ratings * ratings)).squareRoot()
    let bound =
      (share + square / (2 * ratings) - Self.quantile * spread) / (1 + square / ratings)
    // Rounding may leave the bound of a share of zero just beside it.
    wilsonBound = min(max(bound, 0), share)
    bayesianMean = (Double(count) + averageTotal * averageShare) / (ratings + averageTotal)
  }
}

extension Tally {
  /// The scores of jokes that have ratings, as jokes of one of the two lists.
  ///
  /// - Complexity: O(*d*) in the number of distinct jokes.
  public func scores(of jokes: [JokeID], as verdict: BinaryRating) -> [JokeID: ShareScore] {
    let total = hilariousTotal + horribleTotal
    let ratedCount = entries.count { $0.hilarious + $0.horrible > 0 }
    var scores: [JokeID: ShareScore] = [:]
    for joke in jokes {
      guard let index = knownIndex(of: ContiguousArray(joke.text.utf8).span) else { continue }
      let entry = entries[index]
      guard entry.hilarious + entry.horrible > 0 else { continue }
      let isHilarious = verdict == .hilarious
      scores[joke] = ShareScore(
        isHilarious ? entry.hilarious : entry.horrible, of: entry.hilarious + entry.horrible,
        averageTotal: Double(total) / Double(ratedCount),
        averageShare: Double(isHilarious ? hilariousTotal : horribleTotal) / Double(total))
    }
    return scores
  }
}
