import Jokes
@testable import Runs
import Testing

struct SavedListingTests {
  private let listing = SavedListing(
    SavedJokes(
      ids: [JokeID("日本"), JokeID("wi\nfi"), JokeID("late")],
      timestamps: [JokeID("wi\nfi"): 1_770_000_000.5, JokeID("late"): 1e300]))

  private func text(_ shape: ListShape, width: Int = 80) -> String {
    String(decoding: listing.bytes(as: shape, width: width), as: UTF8.self)
  }

  @Test func `a table has a line for each joke, and says where there is no time`() {
    #expect(
      text(.table) == """
        joke   saved at
        late   1e+300
        wi fi  2026-02-02T02:40:00Z
        日本   unknown

        """)
    #expect(listing.timelessCount == 1)
  }
}
