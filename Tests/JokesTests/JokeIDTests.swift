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

  @Test func `an id shows as its text`() {
    #expect("\(JokeID("knock_knock"))" == "knock_knock")
  }
}
