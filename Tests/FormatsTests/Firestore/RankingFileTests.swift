import Formats
import Jokes
import Scan
import SystemIO
import Testing

struct RankingFileTests {
  private static let ranking = Ranking(
    hilarious: .init(jokes: [
      RankedJoke(id: JokeID("j\"é"), count: 12, rank: 1),
      RankedJoke(id: JokeID("k"), count: 3, rank: 2),
    ]), horrible: .init(jokes: []), hilariousTotal: 1234, horribleTotal: 0)

  private static let week = RankingPeriod.week("2026-W53")

  private static func document(
    _ period: RankingPeriod = .allTime, isTimed: Bool = true
  ) -> RankingDocument {
    let time = Timestamp(seconds: 1_772_337_906, nanoseconds: 789_000_000)
    return RankingDocument(ranking, of: period, computedAt: isTimed ? time : nil)
  }

  private static func text(
    _ shape: RankingDocument.Shape, of period: RankingPeriod = .allTime, isTimed: Bool = true
  ) -> String {
    let text = document(period, isTimed: isTimed).text(
      as: shape, database: "projects/p/databases/d")
    return String(decoding: text, as: UTF8.self)
  }

  private func file(_ text: String) -> RankingFile? { RankingFile(Array(text.utf8).span) }

  private func read(_ text: String, _ period: RankingPeriod = .allTime) -> Ranking? {
    file(text)?.ranking(of: period)
  }

  @Test(arguments: RankingDocument.Shape.allCases)
  func `every shape reads back as it was, of its period only`(shape: RankingDocument.Shape) {
    #expect(read(Self.text(shape)) == Self.ranking)
    let text = Self.text(shape, of: Self.week)
    #expect(read(text, Self.week) == Self.ranking)
    for other in [RankingPeriod.allTime, .week("2026-W52"), .week("2026-w53")] {
      #expect(read(text, other) == nil)
    }
  }

  @Test func `a request without a time, a typed document without a name, and empty lists are read`()
    throws
  {
    #expect(read(Self.text(.commit, isTimed: false)) == Self.ranking)
    let unnamed = Self.document().text(as: .firestore, database: nil)
    #expect(RankingFile(unnamed.span)?.ranking(of: .allTime) == Self.ranking)
    let none = Ranking.List(jokes: [])
    let empty = Ranking(hilarious: none, horrible: none, hilariousTotal: 0, horribleTotal: 0)
    for shape in RankingDocument.Shape.allCases {
      let text = RankingDocument(empty, computedAt: Timestamp(seconds: 0))
        .text(as: shape, database: "projects/p/databases/(default)")
      #expect(RankingFile(text.span)?.ranking(of: .allTime) == empty)
    }
  }

  @Test func `a document as the database answers it is read`() {
    let times = #""createTime": "2026-03-01T00:00:00.5Z", "updateTime": "2026-03-01T00:00:00Z""#
    let text = Self.text(.firestore)
    #expect(read(text.replacing("\"name\"", with: times + ", \"name\"")) == Self.ranking)
  }

  // MARK: Times

  @Test(arguments: [
    "null", "\"2026-02-23T00:00:00Z\"", #"{"_seconds":1771804800,"_nanoseconds":0}"#,
    #"{"seconds":1771804800,"nanoseconds":0}"#, #"{"__time__":"2026-02-23T00:00:00Z"}"#,
    #"{"__datatype__":"timestamp","value":{"_seconds":1771804800,"_nanoseconds":0}}"#,
  ])
  func `a document may say which week it is of`(time: String) {
    let week = "\"week_start\": \(time), \"week_end\": \(time), \"computed_at\""
    for shape in [RankingDocument.Shape.json, .import] {
      let text = Self.text(shape).replacing("\"computed_at\"", with: week)
      #expect(read(text) == Self.ranking)
    }
  }

  @Test(arguments: [#"{"nullValue":null}"#, #"{"timestampValue":"2026-02-23T00:00:00Z"}"#])
  func `a typed document may say which week it is of`(time: String) {
    let week = "\"week_start\": \(time), \"week_end\": \(time), \"computed_at\""
    for shape in [RankingDocument.Shape.firestore, .commit] {
      let text = Self.text(shape).replacing("\"computed_at\"", with: week)
      #expect(read(text) == Self.ranking)
    }
  }

  // MARK: Other files

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"week_id":"all_time","hilarious":[],"horrible":[]}"#,
    #"{"__collections__":{}}"#, #"{"__collections__":{"weekly_rankings":{}}}"#, #"{"writes":[]}"#,
  ])
  func `anything else is no ranking`(text: String) {
    #expect(read(text) == nil)
  }

  @Test(arguments: [
    ("\"all_time\"", "\"all_times\""), ("\"week_id\": \"all_time\"", "\"week_id\": 1"),
    ("\"week_id\"", "\"week_id\": \"all_time\", \"week_id\""),
    ("\"week_id\"", "\"week_start\": 5, \"week_id\""),
    ("\"week_id\"", "\"week_end\": \"soon\", \"week_id\""),
    ("\"week_id\"", "\"note\": 1, \"week_id\""),
    ("\"week_id\"", "\"__collections__\": {}, \"week_id\""),
    ("\"horrible\": []", "\"horrible\": {}"), ("\"count\": 12", "\"count\": \"12\""),
    ("\"count\": 12", "\"count\": 0"), ("\"rank\": 2", "\"rank\": 3"),
    ("\"rank\": 2", "\"rank\": 2, \"text\": \"\""), ("\"rank\": 2", "\"rank\": 2, \"rank\": 2"),
    (": 1234", ": -1"), (": 1234", ": 0.5"), (": 1234", ": \"1234\""),
    ("\"2026-03-01T04:05:06.789Z\"", "\"yesterday\""), ("\"2026-03-01T04:05:06.789Z\"", "null"),
    ("\"computed_at\"", "\"week_end\""),
  ])
  func `a document with another field or value is no ranking`(part: String, other: String) {
    let text = Self.text(.json)
    #expect(text.contains(part))
    #expect(read(text.replacing(part, with: other)) == nil)
  }

  @Test(arguments: [
    ("weekly_rankings/all_time", "jokes/all_time"),
    ("weekly_rankings/all_time", "weekly_rankings/2026-W07"),
    ("projects/p/databases/d/documents/", ""),
    ("\"integerValue\": \"1234\"", "\"integerValue\": \"1,234\""),
    ("\"integerValue\": \"1234\"", "\"doubleValue\": 1234"),
    ("\"timestampValue\"", "\"stringValue\""),
    ("\"stringValue\": \"all_time\"", "\"nullValue\": null"),
    ("\"arrayValue\": {}", "\"arrayValue\": {\"more\": []}"),
    ("\"fields\"", "\"etag\": \"\", \"fields\""),
  ])
  func `a typed document of another name or type is no ranking`(part: String, other: String) {
    for shape in [RankingDocument.Shape.firestore, .commit] {
      let text = Self.text(shape)
      #expect(text.contains(part))
      #expect(read(text.replacing(part, with: other)) == nil)
    }
  }

  @Test(arguments: [
    ("\"writes\"", "\"transaction\": \"\", \"writes\""),
    ("\"update\"", "\"updateMask\": {\"fieldPaths\": []}, \"update\""),
    ("\"computed_at\"", "\"updated_at\""), ("\"REQUEST_TIME\"", "\"NOW\""),
    ("\"name\": \"projects/p/databases/d/documents/weekly_rankings/all_time\",", ""),
  ])
  func `a request that writes otherwise is no ranking`(part: String, other: String) {
    let text = Self.text(.commit, isTimed: false)
    #expect(text.contains(part))
    #expect(read(text.replacing(part, with: other)) == nil)
  }

  // MARK: Several rankings

  private static let several = String(
    decoding: RankingDocument.importText(of: [document(), document(week)]), as: UTF8.self)

  @Test func `an import has several rankings, which those of weeks replace`() throws {
    let several = try #require(file(Self.several))
    for period in [RankingPeriod.allTime, Self.week] {
      #expect(several.ranking(of: period) == Self.ranking)
      #expect(!several.isReplaced(by: period, withWeeks: false))
    }
    #expect(several.ranking(of: .week("2026-W01")) == nil)
    #expect(several.isReplaced(by: .allTime, withWeeks: true))
    #expect(!several.isReplaced(by: Self.week, withWeeks: true))
    let alone = try #require(file(Self.text(.import)))
    #expect(alone.isReplaced(by: .allTime, withWeeks: false))
  }

  @Test(arguments: [
    ("\"week_id\": \"2026-W53\"", "\"week_id\": \"2026-W53\", \"more\": 1"),
    ("\"2026-W53\": {", "\"2026-W52\": {"), ("\"2026-W53\": {", "\"all_time\": {"),
    ("\"__collections__\": {}", "\"__collections__\": {\"notes\": {\"n\": {\"a\": 1}}}"),
    ("\"__collections__\": {}", "\"__collections__\": {\"notes\": {}}"),
    ("\"weekly_rankings\": {", "\"notes\": {}, \"weekly_rankings\": {"),
    ("\"weekly_rankings\": {", "\"weekly_rankings\": {\"n\": {\"a\": 1}, "),
    ("{\n  \"__collections__\"", "{\n  \"more\": 1, \"__collections__\""),
  ])
  func `an import with anything else is not one of rankings`(part: String, other: String) {
    #expect(Self.several.contains(part))
    #expect(read(Self.several.replacing(part, with: other)) == nil)
  }
}
