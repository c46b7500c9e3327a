import Jokes
import Testing

struct RatedToSavedRuleTests {
  private let rule = RatedToSavedRule(now: 1000)
  private let keeping = RatedToSavedRule(now: 1000, keepsSavedTimestamps: true)

  private func ids(_ texts: String...) -> [JokeID] { texts.map(JokeID.init) }

  @Test func `a rated joke is saved at the time of its rating`() {
    let saved = rule.saving(
      rated: ids("a"), ratedAt: [JokeID("a"): 5], saved: [], savedAt: [:])
    #expect(saved.map(\.timestamp) == [5])
    #expect(saved.map(\.source) == [.rating])
    #expect(saved.map(\.wasSaved) == [false])
    #expect(saved.map(\.replacesTimestamp) == [false])
  }

  @Test func `a rating without a time is saved now`() {
    let saved = rule.saving(rated: ids("a"), ratedAt: [:], saved: [], savedAt: [:])
    #expect(saved.map(\.timestamp) == [1000])
    #expect(saved.map(\.source) == [.now])
  }

  @Test func `a saved timestamp is replaced, by now too`() {
    let saved = rule.saving(
      rated: ids("a", "b"), ratedAt: [JokeID("a"): 5], saved: Set(ids("a", "b")),
      savedAt: [JokeID("a"): 7, JokeID("b"): 8])
    #expect(saved.map(\.timestamp) == [5, 1000])
    #expect(saved.map(\.replacesTimestamp) == [true, true])
    #expect(saved.map(\.wasSaved) == [true, true])
  }

  @Test func `replacing a timestamp by itself loses nothing`() {
    let saved = rule.saving(
      rated: ids("a"), ratedAt: [JokeID("a"): 7], saved: Set(ids("a")), savedAt: [JokeID("a"): 7])
    #expect(saved.map(\.replacesTimestamp) == [false])
  }

  @Test func `a saved timestamp can be kept`() {
    let saved = keeping.saving(
      rated: ids("a", "b", "c"), ratedAt: [JokeID("a"): 5, JokeID("b"): 6], saved: [],
      savedAt: [JokeID("a"): 7])
    #expect(saved.map(\.id) == ids("c", "a", "b"))
    #expect(saved.map(\.timestamp) == [1000, 7, 6])
    #expect(saved.map(\.source) == [.now, .kept, .rating])
    #expect(saved.map(\.replacesTimestamp) == [false, false, false])
  }

  @Test func `jokes already saved come first, as they were rated`() {
    let saved = rule.saving(
      rated: ids("x", "n", "a"), ratedAt: [JokeID("a"): 9, JokeID("n"): 1, JokeID("x"): 2],
      saved: Set(ids("a", "x")), savedAt: [:])
    #expect(saved.map(\.id) == ids("x", "a", "n"))
  }

  @Test func `new ones follow newest first, ties by the bytes of the id`() {
    let saved = rule.saving(
      rated: ids("é", "b", "z", "a"),
      ratedAt: [JokeID("é"): 3, JokeID("b"): 4, JokeID("z"): 3, JokeID("a"): 3], saved: [],
      savedAt: [:])
    #expect(saved.map(\.id) == ids("b", "a", "z", "é"))
  }

  @Test func `saved jokes that were not rated are left alone`() {
    let saved = rule.saving(
      rated: [], ratedAt: [JokeID("a"): 3], saved: Set(ids("a")), savedAt: [JokeID("a"): 1])
    #expect(saved.isEmpty)
  }
}
