import Jokes
import TestSupport
import Testing

private func joke(
  _ id: String, _ popularity: Double = 0, isForChristmas: Bool = false,
  category: JokeCategory = .dadJoke
) -> Joke {
  Joke(
    id: JokeID(id), text: "", category: category, isForChristmas: isForChristmas,
    popularity: popularity)
}

private func order(
  seen: [String] = [], rated: [String] = [], session: [String] = [],
  category: JokeCategory? = nil, isChristmasSeason: Bool = false
) -> FeedOrder {
  FeedOrder(
    impressions: Impressions(seen.map { JokeID($0) }), rated: Set(rated.map { JokeID($0) }),
    ratedInSession: Set(session.map { JokeID($0) }), category: category,
    isChristmasSeason: isChristmasSeason)
}

extension FeedOrder {
  fileprivate func ids(_ catalogue: [Joke]) -> String {
    feed(catalogue).map(\.id.text).joined(separator: " ")
  }
}

struct FeedOrderTests {
  @Test(arguments: [1, 2, 1023, 1024, 1025, 3000, 5000, 6000, Int.max])
  func `with a limit it is the beginning of the feed`(limit: Int) {
    var random = SeededGenerator(seed: 1)
    let catalogue = (0..<5000).map {
      joke("\($0)", Double(random.next() % 500), isForChristmas: random.happens(onceIn: 4))
    }
    let order = order(seen: (0..<400).map(String.init), rated: (300..<2000).map(String.init))
    #expect(order.feed(catalogue, limit: limit) == Array(order.feed(catalogue).prefix(limit)))
  }

  @Test func `unseen jokes come first, then seen ones, then rated ones`() {
    let order = order(seen: ["seen", "rated"], rated: ["rated", "unseen but rated"])
    let catalogue = [joke("rated", 9), joke("unseen but rated", 8), joke("seen", 5), joke("new")]
    #expect(order.ids(catalogue) == "new seen rated unseen but rated")
  }

  @Test func `inside a tier the most popular comes first, and equal ones as in the catalogue`() {
    let catalogue = [joke("b", 1), joke("d", -1), joke("z", 2.5), joke("a", 1), joke("c", 0)]
    #expect(order().ids(catalogue) == "z b a c d")
  }

  @Test func `a joke rated in the session keeps its tier until the feed is refreshed`() {
    var order = order(seen: ["seen"], rated: ["new", "seen"], session: ["new", "seen"])
    let catalogue = [joke("seen", 3), joke("other", 1), joke("new", 2)]
    #expect(order.ids(catalogue) == "new other seen")
    order.refresh()
    #expect(order.ids(catalogue) == "other seen new")
  }

  @Test func `rating a joke moves it with the next refresh, and taking the rating back undoes it`()
  {
    var order = order()
    let catalogue = [joke("a", 2), joke("b", 1)]
    order.rate(JokeID("a"))
    #expect(order.ids(catalogue) == "a b")
    order.refresh()
    #expect(order.ids(catalogue) == "b a")
    order.unrate(JokeID("a"))
    #expect(order.ids(catalogue) == "a b")
    order.rate(JokeID("a"))
    order.unrate(JokeID("a"))
    #expect(order.ratedInSession.isEmpty && order.rated.isEmpty)
  }

  @Test func `out of season Christmas jokes move behind all others, in their order`() {
    let catalogue = [
      joke("rated"), joke("sleigh", 9, isForChristmas: true), joke("a", 1),
      joke("tree", 10, isForChristmas: true),
    ]
    #expect(order(rated: ["rated", "tree"]).ids(catalogue) == "a rated sleigh tree")
    #expect(
      order(rated: ["rated", "tree"], isChristmasSeason: true).ids(catalogue)
        == "sleigh a tree rated")
  }

  @Test func `November and December are the season`() {
    #expect((1...12).filter { FeedOrder.isChristmasSeason(month: $0) } == [11, 12])
  }

  @Test func `only the category that was asked for is shown`() {
    let catalogue = [joke("a"), joke("k", category: .knockKnock), joke("p", category: .pickupLine)]
    #expect(order(category: .knockKnock).ids(catalogue) == "k")
    #expect(order().ids(catalogue) == "a k p")
  }

  @Test func `ids that differ in how an accent is composed are two`() {
    let catalogue = [joke("caf\u{E9}", 1), joke("cafe\u{301}")]
    let order = order(rated: ["caf\u{E9}"])
    #expect(order.feed(catalogue).map(\.popularity) == [0, 1])
  }

  /// The rules, step by step: sort by popularity, part by tier, move Christmas back.
  private func plain(_ order: FeedOrder, _ catalogue: [Joke]) -> [JokeID] {
    var jokes = catalogue.filter { order.category == nil || $0.category == order.category }
    for last in jokes.indices.reversed() {
      for index in 0..<last where jokes[index].popularity < jokes[index + 1].popularity {
        jokes.swapAt(index, index + 1)
      }
    }
    let tiers = FeedOrder.Tier.allCases.flatMap { tier in
      jokes.filter { order.tier(of: $0.id) == tier }
    }
    if order.isChristmasSeason { return tiers.map(\.id) }
    return (tiers.filter { !$0.isForChristmas } + tiers.filter(\.isForChristmas)).map(\.id)
  }

  @Test(arguments: SeededGenerator.seeds(100))
  func `it is what the rules say step by step, and every position is explained`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let catalogue = (0..<Int.random(in: 0..<40, using: &random)).map { number in
      joke(
        "\(number)", Double(Int.random(in: 0..<4, using: &random)),
        isForChristmas: random.happens(onceIn: 4), category: random.pick(JokeCategory.allCases))
    }
    let ids = catalogue.map(\.id.text)
    let order = order(
      seen: ids.filter { _ in random.happens(onceIn: 2) },
      rated: ids.filter { _ in random.happens(onceIn: 3) },
      session: ids.filter { _ in random.happens(onceIn: 5) },
      category: random.happens(onceIn: 2) ? random.pick(JokeCategory.allCases) : nil,
      isChristmasSeason: random.happens(onceIn: 2))
    let feed = order.feed(catalogue)
    #expect(feed.map(\.id) == plain(order, catalogue))
    var undemoted = order
    undemoted.isChristmasSeason = true
    let before = undemoted.feed(catalogue).map(\.id)
    for (index, joke) in catalogue.enumerated() {
      let position = order.position(ofJokeAt: index, in: catalogue)
      let place = feed.firstIndex(of: joke)
      #expect(position?.position == place.map { $0 + 1 })
      #expect(position?.positionBeforeDemotion == before.firstIndex(of: joke.id).map { $0 + 1 })
      #expect(position?.previous?.id == place.flatMap { $0 > 0 ? feed[$0 - 1].id : nil })
      #expect(position == nil || position?.shownCount == feed.count)
    }
  }
}
