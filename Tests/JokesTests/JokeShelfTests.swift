import Foundation
import Jokes
import Testing

/// The example of the catalogue: that it does what it says, and that it is the one printed there.
struct JokeShelfTests {
  private func joke(_ id: String, popularity: Double) -> Joke {
    Joke(id: JokeID(id), text: id, category: .dadJoke, popularity: popularity)
  }

  private var shelf: JokeShelf {
    JokeShelf(
      catalogue: [
        joke("low", popularity: 1), joke("high", popularity: 9), joke("seen", popularity: 10),
        joke("rated", popularity: 11),
      ],
      seen: ["seen", "rated"], rated: ["rated"], saved: ["low"], savedAt: ["low": 5], month: 6)
  }

  private func ids(_ jokes: [Joke]) -> [String] { jokes.map(\.id.text) }

  @Test func `the feed follows what was seen and rated`() throws {
    var shelf = shelf
    #expect(ids(shelf.feed) == ["high", "low", "seen", "rated"])
    let high = try #require(shelf.feed.first)
    shelf.see(high)
    #expect(ids(shelf.feed) == ["low", "seen", "high", "rated"])
    shelf.rate(high)
    #expect(ids(shelf.feed) == ["low", "seen", "high", "rated"])
    shelf.refresh()
    #expect(ids(shelf.feed) == ["low", "seen", "rated", "high"])
  }

  @Test func `the bookmark saves and unsaves`() {
    var shelf = shelf
    shelf.toggleSaved(shelf.catalogue[1], now: 6)
    #expect(ids(shelf.savedJokes) == ["high", "low"])
    shelf.toggleSaved(shelf.catalogue[0], now: 7)
    #expect(ids(shelf.savedJokes) == ["high"])
    #expect(shelf.saved.timestamps == [JokeID("high"): 6])
  }

  @Test func `it is the example that the catalogue prints`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func text(_ path: String) throws -> String {
      try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }
    let article = try text("Sources/Jokes/Jokes.docc/UsingTheRules.md")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(try blocks.first == text("Tests/JokesTests/JokeShelf.swift"))
  }
}
