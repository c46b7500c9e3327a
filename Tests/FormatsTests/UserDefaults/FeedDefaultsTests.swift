import Formats
import Jokes
import Testing

struct FeedDefaultsTests {
  @Test func `seen, rated and saved jokes are read`() throws {
    let defaults = try FeedDefaults(
      of: dump(
        #"""
        {"jokeImpressions": ["a", "b"], "jokeRatings": {"b": 5, "c": "4", "d": null},
         "savedJokeIds": ["e", "f", "g"], "savedJokeTimestamps": {"e": 1.5, "f": "2", "h": 3}}
        """#))
    #expect(defaults.impressions.jokes.map(\.text) == ["a", "b"])
    #expect(Set(defaults.rated.map(\.text)) == ["b", "c", "d"])
    #expect(defaults.saved.ids.map(\.text) == ["e", "f", "g"])
    #expect(defaults.saved.timestamp(of: JokeID("e")) == 1.5)
    #expect(defaults.saved.timestamp(of: JokeID("f")) == nil)
    #expect(defaults.saved.timestamp(of: JokeID("h")) == nil)
  }

  @Test func `a key that is missing is empty`() throws {
    let defaults = try FeedDefaults(of: dump(#"{"anonymousDeviceId": "anna"}"#))
    #expect(defaults.impressions.jokes.isEmpty)
    #expect(defaults.rated.isEmpty)
    #expect(!defaults.saved.contains(JokeID("a")))
  }

  @Test(arguments: [
    #"{"jokeRatings": []}"#, #"{"jokeImpressions": {}}"#, #"{"jokeImpressions": [1]}"#,
    #"{"savedJokeIds": "a"}"#, #"{"savedJokeTimestamps": 7}"#,
    #"{"jokeRatings": {}, "jokeRatings": {}}"#,
  ])
  func `values of another type are unusable`(text: String) throws {
    let dump = try dump(text)
    let error = #expect(throws: DefaultsDumpError.self) { try FeedDefaults(of: dump) }
    #expect(error?.cause == .unusable)
  }
}
