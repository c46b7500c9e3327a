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

  @Test func `ids are one a line`() { #expect(text(.ids) == "late\nwi\nfi\n日本\n") }

  @Test func `JSON has a version, and seconds since 1970`() {
    #expect(
      text(.json) == #"""
        {
          "schema_version": 1,
          "saved_jokes": [
            {
              "joke_id": "late",
              "saved_at": 1e+300
            },
            {
              "joke_id": "wi\nfi",
              "saved_at": 1770000000.5
            },
            {
              "joke_id": "日本",
              "saved_at": null
            }
          ]
        }

        """#)
  }

  @Test func `of no jokes there is a head, an empty list, or nothing`() {
    let none = SavedListing(SavedJokes())
    #expect(
      String(decoding: none.bytes(as: .table, width: 80), as: UTF8.self) == "joke  saved at\n")
    #expect(none.bytes(as: .ids, width: 80).isEmpty)
    #expect(
      String(decoding: none.bytes(as: .json, width: 80), as: UTF8.self)
        == "{\n  \"schema_version\": 1,\n  \"saved_jokes\": []\n}\n")
  }
}
