import Formats
import Jokes
import Scan
import SystemIO
import Testing

struct RankingDocumentTests {
  private let document = RankingDocument(
    Ranking(
      hilarious: .init(jokes: [
        RankedJoke(id: JokeID("j\"é"), count: 12, rank: 1),
        RankedJoke(id: JokeID("k"), count: 3, rank: 2),
      ]), horrible: .init(jokes: []), hilariousTotal: 1234, horribleTotal: 0),
    computedAt: Timestamp(seconds: 1_772_337_906, nanoseconds: 789_000_000))

  private func text(_ shape: RankingDocument.Shape) -> String {
    String(decoding: document.text(as: shape, database: "projects/p/databases/d"), as: UTF8.self)
  }

  @Test func `the plain document has exactly its fields`() {
    #expect(
      text(.json) == #"""
        {
          "week_id": "all_time",
          "hilarious": [
            {
              "joke_id": "j\"é",
              "count": 12,
              "rank": 1
            },
            {
              "joke_id": "k",
              "count": 3,
              "rank": 2
            }
          ],
          "horrible": [],
          "total_hilarious_ratings": 1234,
          "total_horrible_ratings": 0,
          "computed_at": "2026-03-01T04:05:06.789Z"
        }

        """#)
  }

  @Test func `the typed document spells an empty list without values`() throws {
    let text = text(.firestore)
    #expect(
      text.hasPrefix(
        "{\n  \"name\": \"projects/p/databases/d/documents/weekly_rankings/all_time\","))
    let fields = try #require(try JSONValue(Array(text.utf8).span)["fields"])
    guard case .object(let horrible)? = fields["horrible"]?["arrayValue"] else {
      Issue.record("no array")
      return
    }
    #expect(horrible.isEmpty)
    #expect(fields["total_hilarious_ratings"]?["integerValue"]?.string == "1234")
    #expect(fields["computed_at"]?["timestampValue"]?.string == "2026-03-01T04:05:06.789Z")
  }

  @Test func `without a database the typed document has no name`() {
    let text = String(decoding: document.text(as: .firestore, database: nil), as: UTF8.self)
    #expect(text.hasPrefix("{\n  \"fields\": {\n"))
  }

  @Test func `a commit request holds the typed document as one write`() throws {
    let writes = try JSONValue(Array(text(.commit).utf8).span)["writes"]?.elements
    #expect(writes?.count == 1)
    #expect(
      writes?.first?["update"]?["name"]?.string
        == "projects/p/databases/d/documents/weekly_rankings/all_time")
  }

  @Test func `the import is a collection of one document, its time tagged`() throws {
    let file = try JSONValue(Array(text(.import).utf8).span)
    let found = try #require(file["__collections__"]?["weekly_rankings"]?["all_time"])
    #expect(found["computed_at"]?["__datatype__"]?.string == "timestamp")
    #expect(found["computed_at"]?["value"]?["_seconds"]?.integer == 1_772_337_906)
    #expect(found["computed_at"]?["value"]?["_nanoseconds"]?.integer == 789_000_000)
    #expect(text(.import).contains("\"__collections__\": {}\n"))
  }

  @Test func `only a commit request has the server set the time`() throws {
    var document = document
    document.computedAt = nil
    let bytes = document.text(as: .commit, database: "projects/p/databases/d")
    let write = try #require(try JSONValue(bytes.span)["writes"]?.elements?.first)
    #expect(write["update"]?["fields"]?["computed_at"] == nil)
    #expect(write["updateMask"] == nil)
    let transforms = try #require(write["updateTransforms"]?.elements)
    #expect(transforms.count == 1)
    #expect(transforms.first?["fieldPath"]?.string == "computed_at")
    #expect(transforms.first?["setToServerValue"]?.string == "REQUEST_TIME")
  }

  // MARK: Weeks

  private var ofWeek: RankingDocument {
    RankingDocument(
      document.ranking, of: .week("2026-W53"), computedAt: Timestamp(seconds: 1_800_000_000))
  }

  @Test func `the document of a week has the ends of the week, in the order of older scripts`() {
    let text = String(decoding: ofWeek.text(as: .json, database: nil), as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        {
          "week_id": "2026-W53",
          "week_start": "2026-12-28T00:00:00Z",
          "week_end": "2027-01-03T23:59:59.999Z",
          "hilarious": [
        """))
  }

  @Test func `each shape names the document of a week, and types its times`() throws {
    let name = "projects/p/databases/d"
    let typed = try JSONValue(ofWeek.text(as: .firestore, database: name).span)
    #expect(typed["name"]?.string == name + "/documents/weekly_rankings/2026-W53")
    #expect(typed["fields"]?["week_id"]?["stringValue"]?.string == "2026-W53")
    let end = typed["fields"]?["week_end"]?["timestampValue"]?.string
    #expect(end == "2027-01-03T23:59:59.999Z")
    let file = try JSONValue(ofWeek.text(as: .import, database: nil).span)
    let found = try #require(file["__collections__"]?["weekly_rankings"]?["2026-W53"])
    #expect(found["week_end"]?["__datatype__"]?.string == "timestamp")
    #expect(found["week_end"]?["value"]?["_nanoseconds"]?.integer == 999_000_000)
  }
}
