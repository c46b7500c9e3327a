import Jokes
import Testing

struct JokeIDTests {
  private let composed = JokeID("caf\u{E9}")
  private let decomposed = JokeID("cafe\u{301}")

  @Test func `two spellings of one accented letter are two ids`() {
    #expect(composed.text == decomposed.text)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, JokeID("caf\u{E9}")]).count == 2)
  }

  @Test func `ids are ordered by their bytes`() {
    #expect(decomposed < composed)
    #expect(!(composed < decomposed))
    // Beyond the basic plane UTF-16 would order them the other way round.
    #expect(JokeID("\u{FFFD}") < JokeID("\u{1F600}"))
    #expect(JokeID("Z") < JokeID("a"))
    #expect(JokeID("a") < JokeID("aa"))
    #expect(JokeID("") < JokeID("a"))
  }

  @Test func `ids of ASCII and of other letters are one order`() {
    let ids = ["", "A", "a", "aa", "a\u{E9}", "cafe", "cafe\u{301}", "caf\u{E9}", "\u{1F600}"]
    for one in ids {
      for other in ids {
        let isBefore = one.utf8.lexicographicallyPrecedes(other.utf8)
        #expect((JokeID(one) < JokeID(other)) == isBefore)
        #expect((JokeID(one) == JokeID(other)) == Array(one.utf8).elementsEqual(other.utf8))
      }
    }
  }

  @Test func `an id shows as its text`() {
    #expect("\(JokeID("knock_knock"))" == "knock_knock")
  }
}
