import Jokes
@testable import Runs
import Scan
import SystemIO
import Testing

struct FeedExplanationTests {
  private let catalogue = [
    Joke(
      id: JokeID("star"), text: "Oh!", category: .dadJoke, isForChristmas: true, popularity: 9),
    Joke(id: JokeID("a"), text: "A", category: .knockKnock, popularity: 2.5),
    Joke(id: JokeID("b"), text: "B", category: .dadJoke, popularity: 1),
  ]

  private func explanation(
    _ id: String, category: JokeCategory? = nil, date: String = "2026-03-01", limit: Int? = nil
  ) throws -> FeedExplanation {
    let date = try #require(CalendarDate(date))
    let order = FeedOrder(
      impressions: Impressions([JokeID("a")]), rated: [JokeID("a"), JokeID("b")],
      ratedInSession: [JokeID("a")], category: category,
      isChristmasSeason: FeedOrder.isChristmasSeason(month: date.month))
    return FeedExplanation(
      of: JokeID(id), in: catalogue, order: order, date: date, limit: limit)
  }

  @Test func `a joke that moved for the season has a position before and one after`() throws {
    let explanation = try explanation("star")
    #expect(explanation.isShown)
    #expect(
      explanation.text == """
        joke        star
        text        Oh!
        category    dad_joke
        tier        unseen: not seen, not rated
        popularity  9
        Christmas   yes, and 2026-03-01 is not from 1 November to 31 December: moved behind all others
        position    3 of 3; 1 before Christmas jokes were moved
        right after b: it is not for Christmas
        shown       yes

        """)
  }

  @Test func `in season it keeps its place`() throws {
    let text = try explanation("star", date: "2026-12-01").text
    #expect(text.contains("position    1 of 3\n"))
    #expect(text.contains("from 1 November to 31 December: keeps its place\n"))
  }

  @Test func `a joke rated in the session is said to be`() throws {
    let text = try explanation("a").text
    #expect(
      text.contains(
        "seen_unrated: seen, rated in this session, which does not count until the feed is refreshed"
      ))
    #expect(try explanation("b").text.contains("rated: it has a rating"))
  }

  @Test func `why a joke is not shown is said`() throws {
    let missing = try explanation("nobody")
    #expect(!missing.isShown)
    #expect(
      missing.text
        == "joke        nobody\nshown       no: the catalogue has no usable joke with this id\n")
    let other = try explanation("b", category: .knockKnock)
    #expect(!other.isShown)
    #expect(other.text.contains("shown       no: only knock_knock is shown\n"))
    let beyond = try explanation("b", limit: 1)
    #expect(!beyond.isShown)
    #expect(beyond.text.contains("shown       no: only the first is shown\n"))
  }
}
