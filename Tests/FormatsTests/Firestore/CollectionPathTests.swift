import Formats
import Testing

struct CollectionPathTests {
  @Test(arguments: ["rating_events", "users/u/rating_events", "a/b/c/d/e", "with space", "ü"])
  func `a collection has an odd number of steps`(text: String) {
    #expect(CollectionPath(text)?.description == text)
  }

  @Test(arguments: ["", "a/b", "/a", "a/", "a//b", "users/u/rating_events/x", "/"])
  func `an empty path or a document's path is not a collection`(text: String) {
    #expect(CollectionPath(text) == nil)
  }

  @Test func `the app's collections have their names`() {
    #expect(CollectionPath.ratingEvents.description == "rating_events")
    #expect(CollectionPath.jokes.description == "jokes")
  }
}
