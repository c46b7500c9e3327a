import Jokes
import Testing

private func joke(_ id: String, _ popularity: Double, isForChristmas: Bool = false) -> Joke {
  Joke(
    id: JokeID(id), text: "", category: .dadJoke, isForChristmas: isForChristmas,
    popularity: popularity)
}

struct FeedPositionTests {
  private let catalogue = [
    joke("star", 9, isForChristmas: true), joke("rated", 8), joke("a", 2), joke("b", 1),
    joke("c", 1),
  ]
  private let order = FeedOrder(
    impressions: Impressions(), rated: [JokeID("rated")], isChristmasSeason: false)

  @Test(arguments: [
    (2, nil), (3, FeedPosition.Difference.popularity), (4, .catalogue), (1, .tier),
    (0, .isDemoted),
  ])
  func `what sets a joke apart from the one before it is named`(
    index: Int, difference: FeedPosition.Difference?
  ) {
    let position = order.position(ofJokeAt: index, in: catalogue)
    #expect(position?.previous?.difference == difference)
  }

  @Test func `a Christmas joke has a position before it moved and one after`() throws {
    let position = try #require(order.position(ofJokeAt: 0, in: catalogue))
    #expect(position.positionBeforeDemotion == 1)
    #expect(position.position == 5)
    #expect(position.isDemoted)
    #expect(position.shownCount == 5)
    #expect(position.tier == .unseen)
    let other = try #require(order.position(ofJokeAt: 2, in: catalogue))
    #expect((other.positionBeforeDemotion, other.position) == (2, 1))
  }

  @Test func `a joke of another category has none`() {
    var order = order
    order.category = .pickupLine
    #expect(order.position(ofJokeAt: 0, in: catalogue) == nil)
  }

  @Test func `of several jokes the feed's first is found, if it shows any`() {
    var order = order
    #expect(order.first(ofJokesAt: [0, 1, 4, 3], in: catalogue) == 3)
    #expect(order.first(ofJokesAt: [], in: catalogue) == nil)
    order.category = .pickupLine
    #expect(order.first(ofJokesAt: [0, 1], in: catalogue) == nil)
  }
}
