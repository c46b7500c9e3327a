import Jokes
import TestSupport
import Testing

struct JokeIndexTests {
  @Test(arguments: SeededGenerator.seeds(20))
  func `an index behaves as a set and an array together`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stems = ["a", "cafe\u{301}", "caf\u{E9}", "\u{1F414}", "", "knock_knock"]
    var (index, known, order) = (JokeIndex(), Set<JokeID>(), [JokeID]())
    for _ in 0..<Int.random(in: 0..<300, using: &random) {
      let id = JokeID(random.pick(stems) + String(Int.random(in: 0..<40, using: &random)))
      #expect(index.contains(id) == known.contains(id))
      let isNew = known.insert(id).inserted
      if isNew { order.append(id) }
      let place = order.firstIndex(of: id)
      let inserted = index.insert(id)
      #expect(inserted.isNew == isNew)
      #expect(inserted.place == place)
      #expect(index.place(of: id) == place)
    }
    #expect(index.ids == order)
  }
}
