import Jokes
import Testing

struct RatedJokesTests {
  private let a = JokeID("a")
  private let b = JokeID("b")
  private let c = JokeID("c")

  @Test func `rating keeps the verdict and its time; rating again renews both`() {
    var rated = RatedJokes()
    rated.rate(a, as: .hilarious, at: 5)
    #expect(rated.verdict(on: a) == .hilarious && rated.timestamp(of: a) == 5)
    rated.rate(a, as: .horrible, at: 7)
    #expect(rated.verdict(on: a) == .horrible && rated.timestamp(of: a) == 7)
  }

  @Test func `unrating takes the time too, and changes nothing of a joke that is not rated`() {
    var rated = RatedJokes(ratings: [a: .rating(.hilarious)], timestamps: [a: 1, b: 2])
    let wereRated = [rated.unrate(a), rated.unrate(b)]
    #expect(wereRated == [true, false])
    #expect(rated == RatedJokes(timestamps: [b: 2]))
    #expect(rated.timestamp(of: b) == nil)
  }

  @Test func `a rating other than 5 and 1 is no verdict, and is counted`() {
    let rated = RatedJokes(ratings: [a: .rating(.four), b: .rating(.horrible)])
    #expect(rated.verdict(on: a) == nil && rated.verdict(on: c) == nil)
    #expect(rated.otherCount == 1)
  }
}
