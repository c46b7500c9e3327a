import Jokes
import Testing

struct SavedJokesTests {
  private let a = JokeID("a")
  private let b = JokeID("b")
  private let c = JokeID("c")

  @Test func `saving puts a joke last, and again renews its time alone`() {
    var saved = SavedJokes(ids: [a], timestamps: [a: 1])
    saved.save(b, at: 5)
    #expect(saved == SavedJokes(ids: [a, b], timestamps: [a: 1, b: 5]))
    saved.save(a, at: 7)
    #expect(saved == SavedJokes(ids: [a, b], timestamps: [a: 7, b: 5]))
    #expect(saved.contains(a) && saved.timestamp(of: a) == 7)
  }

  @Test func `unsaving takes the joke and its time, however often it is there`() {
    var saved = SavedJokes(ids: [a, b, a], timestamps: [a: 1, b: 2])
    let wasSaved = saved.unsave(a)
    #expect(wasSaved)
    #expect(saved == SavedJokes(ids: [b], timestamps: [b: 2]))
  }

  @Test func `unsaving what is not saved changes nothing, not even a time that is left`() {
    let before = SavedJokes(ids: [a], timestamps: [a: 1, b: 2])
    var saved = before
    let wereSaved = [saved.unsave(b), saved.unsave(c)]
    #expect(wereSaved == [false, false])
    #expect(saved == before)
    #expect(saved.timestamp(of: b) == nil)
  }

  @Test func `unsaving several is unsaving each`() {
    let before = SavedJokes(ids: [a, b, a, c], timestamps: [a: 1, b: 2])
    var (together, single) = (before, before)
    let gone = together.unsave([c, a, c, JokeID("d")])
    #expect(gone == [a, c])
    for joke in [c, a] { single.unsave(joke) }
    #expect(together == single)
  }

  @Test func `unsaving many of many takes about as long as reading them`() {
    let ids = (0..<200_000).map { JokeID("joke \($0)") }
    var saved = SavedJokes(ids: ids)
    let start = ContinuousClock.now
    let gone = saved.unsave(ids.prefix(20_000))
    #expect(gone.count == 20_000 && saved.ids.count == 180_000)
    // One by one it takes minutes.
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `the newest saved comes first, a missing time is 0, equal ones keep their order`() {
    let (d, e) = (JokeID("d"), JokeID("e"))
    let saved = SavedJokes(ids: [e, a, b, c, d, a], timestamps: [c: 9, d: 9, b: -1, e: 0])
    #expect(saved.newestFirst == [c, d, e, a, b])
    #expect(SavedJokes().newestFirst.isEmpty)
  }
}
