import Testing

@testable import Jokes

/// The expected lists are what node 20 printed for the same ids.
struct ScriptRankingTests {
  /// The first list that the script makes of so many hilarious ratings of each id, one after the other.
  private func list(_ events: [(String, Int)], length: Int = 10) -> ScriptRanking.List {
    var comparison = ScriptComparison()
    for (id, count) in events {
      for _ in 0..<count {
        _ = comparison.enter(joke: .string(id), rating: .number(5), here: .hilarious)
      }
    }
    return comparison.ranking(length: length).hilarious
  }

  private func ids(_ events: [(String, Int)]) -> [String] { list(events).places.map(\.id.text) }

  @Test func `at a tie indices come first, ascending, then what came first`() {
    let events = ["b", "a", "10", "9", "010", "4294967294", "4294967295", "-1", "1.5"].map {
      ($0, 1)
    }
    #expect(
      ids(events) == ["9", "10", "4294967294", "b", "a", "010", "4294967295", "-1", "1.5"])
    #expect(ids([("b", 1), ("2", 1), ("a", 3)]) == ["a", "2", "b"])
  }

  @Test func `a joke named like an inherited property has a text for a count`() {
    let list = list([("constructor", 2), ("toString", 1), ("__defineGetter__", 1)])
    #expect(
      list.places.map { $0.count.text(mostOnes: 9) } == [
        "function Object() { [native code] }11", "function toString() { [native code] }1",
        "function __defineGetter__() { [native code] }1",
      ])
    #expect(list.places.first?.count.text(mostOnes: 1) == "function Object() { [native code] }1…")
  }

  @Test func `a joke named __proto__ is not ranked, but counts in the totals`() {
    var comparison = ScriptComparison()
    for id in ["__proto__", "a"] {
      let difference = comparison.enter(
        joke: .string(id), rating: .number(1), here: .horrible)
      #expect(difference == (id == "a" ? nil : .jokeInherited))
    }
    let ranking = comparison.ranking(length: 10)
    #expect(ranking.horrible.places.map(\.id.text) == ["a"] && ranking.hilarious.places.isEmpty)
    #expect(ranking.horribleTotal == 2 && ranking.hilariousTotal == 0)
  }

  @Test func `a count that is text compares as a tie, and so splits the order`() {
    // node: ["a","constructor","c","b"], because 2 - text is no number.
    #expect(ids([("a", 1), ("constructor", 1), ("b", 2), ("c", 3)]) == Self.parted)
  }

  private static let parted = ["a", "constructor", "c", "b"]

  @Test func `with many jokes and a count that is text, the order is unknown`() {
    let many = (0..<70).map { ("j\($0)", 70 - $0) }
    #expect(list(many).isOrderKnown)
    #expect(list(many.prefix(62) + [("valueOf", 1)]).isOrderKnown)
    #expect(!list(many + [("valueOf", 1)]).isOrderKnown)
  }
}
