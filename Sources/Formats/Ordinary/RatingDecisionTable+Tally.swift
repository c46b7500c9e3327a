import Jokes
import Scan
import SystemIO

extension RatingDecisionTable {
  /// The tally of counted ratings.
  func tally(of jokes: JokeHistogram) -> Tally {
    var tally = Tally()
    jokes.forEach { id, counts in
      for verdict in [BinaryRating.hilarious, .horrible] {
        let ratings = Rating.allCases.filter { verdicts[$0.rawValue - 1] == verdict }
        let times = ratings.reduce(0) { $0 + counts[$1.rawValue] }
        if times > 0 { tally.count(id, as: verdict, times: times) }
      }
    }
    return tally
  }
}
