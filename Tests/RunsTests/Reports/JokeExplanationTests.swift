import Jokes
@testable import Runs
import Testing

struct JokeExplanationTests {
  private let tally: Tally = {
    var tally = Tally()
    for (id, count) in [("a", 5), ("b", 3), ("c", 3), ("d", 1)] {
      tally.count(ContiguousArray(id.utf8).span, as: .hilarious, times: count)
    }
    return tally
  }()

  private func text(_ id: String, nearest: [String] = []) -> String {
    var counts = JokeExplanation.Counts()
    if nearest.isEmpty { (counts.counted, counts.rejected) = (3, 1) }
    return JokeExplanation(
      of: JokeID(id), counts, in: tally, length: 2, nearest: nearest.map { JokeID($0) }
    ).text
  }

  @Test func `on the list, what it could lose is said`() {
    #expect(
      text("b") == """
        joke      b
        events    4: 3 counted, 0 neither hilarious nor horrible, 0 left out, 1 rejected
        hilarious 3 ratings, place 2 of 4; on the list, and 0 more than it needs to stay there ('c', the next, has 3, and comes after it at a tie)
        horrible  no ratings; 1 more would bring it onto the list of 2, where a place is free

        """)
  }

  @Test func `off the list, what it lacks is said`() {
    #expect(
      text("d").contains(
        "1 rating, place 4 of 4; 3 more would bring it onto the list of 2 "
          + "('b', its last now, has 3, and comes before it at a tie)\n"))
  }

  @Test func `a joke without events has those of similar ids beside it`() {
    #expect(
      text("e", nearest: ["a", "b"]).hasPrefix(
        """
        joke      e
        events    none: no votes for this joke
        similar   a, b
        hilarious no ratings; 4 more would bring it onto the list of 2
        """))
  }
}
