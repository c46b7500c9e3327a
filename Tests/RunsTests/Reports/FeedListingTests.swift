import Jokes
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct FeedListingTests {
  private let jokes = [
    Joke(id: JokeID("wifi"), text: "Are you\nWi-Fi?", category: .pickupLine, popularity: 12.5),
    Joke(
      id: JokeID("日本"), text: "", category: .dadJoke, isForChristmas: true, popularity: 100),
  ]

  private func text(
    _ order: FeedListing.Order, as shape: ListShape, width: Int = 80, _ jokes: [Joke]
  ) throws -> String {
    try TemporaryDirectory.with { directory in
      var output = try ByteOutput(OutputTarget(directory.path(of: "out")))
      try FeedListing(jokes[...], order: order).write(as: shape, width: width, to: &output)
      try output.finish().publish()
      return try directory.text(of: "out")
    }
  }

  private func feed(isChristmasSeason: Bool = false) -> FeedListing.Order {
    .feed(
      FeedOrder(
        impressions: Impressions([JokeID("wifi")]), rated: [JokeID("日本")],
        isChristmasSeason: isChristmasSeason))
  }

  private let saved = FeedListing.Order.saved(
    SavedJokes(
      ids: [JokeID("wifi"), JokeID("日本")], timestamps: [JokeID("wifi"): 1_770_000_000.5]))

  @Test func `a table has a line for each joke, and says which moved for the season`() throws {
    #expect(
      try text(feed(), as: .table, jokes) == """
           tier          season      category     popularity  joke  text
        1  seen_unrated              pickup_line        12.5  wifi  Are you Wi-Fi?
        2  rated         moved back  dad_joke            100  日本

        """)
  }

  @Test func `without moved jokes there is no such column, and texts are cut to the width`() throws
  {
    #expect(
      try text(feed(isChristmasSeason: true), as: .table, width: 56, jokes) == """
           tier          category     popularity  joke  text
        1  seen_unrated  pickup_line        12.5  wifi  Are you…
        2  rated         dad_joke            100  日本

        """)
  }

  @Test func `saved jokes have the time at which they were saved, where that is known`() throws {
    #expect(
      try text(saved, as: .table, jokes) == """
           saved at              category     popularity  joke  text
        1  2026-02-02T02:40:00Z  pickup_line        12.5  wifi  Are you Wi-Fi?
        2  unknown               dad_joke            100  日本

        """)
    #expect(try text(saved, as: .json, [jokes[0]]).contains(#""saved_at": 1770000000.5,"#))
    #expect(try text(saved, as: .json, [jokes[1]]).contains(#""saved_at": null,"#))
  }

  @Test(arguments: [1e300, -1e18, 253_402_300_800])
  func `a time that no calendar has is a number`(seconds: Double) throws {
    let saved = SavedJokes(ids: [JokeID("wifi")], timestamps: [JokeID("wifi"): seconds])
    #expect(!(try text(.saved(saved), as: .table, [jokes[0]]).contains("Z  ")))
  }
}
