import Formats
import Jokes
import Testing

@Suite struct SavedJokesMigrationTests {
  private static let text = #"""
    {"jokeRatings": {"a": 5, "b": 1, "c": 4, "d": 5, "e": true},
     "jokeRatingTimestamps": {"a": 10.50, "b": 2e1, "d": "30", "e": 20},
     "savedJokeIds": ["z", "a"],
     "savedJokeTimestamps": {"z": 1, "a": 9, "e": 20.0}}
    """#

  private func migrated(_ text: String, keeps: Bool = false) throws -> String {
    let dump = try dump(text)
    let rule = RatedToSavedRule(now: 15, keepsSavedTimestamps: keeps)
    let changes = try SavedJokesMigration(of: dump, rule: rule).changes
    return String(decoding: try dump.applying(changes), as: UTF8.self)
  }

  @Test func `every rated joke is saved, the newest first, at the time of its rating`() throws {
    #expect(
      try migrated(Self.text) == #"""
        {"jokeRatings": {"a": 5, "b": 1, "c": 4, "d": 5, "e": true},
         "jokeRatingTimestamps": {"a": 10.50, "b": 2e1, "d": "30", "e": 20},
         "savedJokeIds": ["z", "a", "b", "e", "c", "d"],
         "savedJokeTimestamps": {"z": 1, "a": 10.50, "e": 20.0, "b": 2e1, "c": 15.0, \#
        "d": 15.0},
         "hasMigratedRatedToSaved": true}
        """#)
  }

  @Test func `an older time is kept where that is asked for`() throws {
    #expect(try migrated(Self.text, keeps: true).contains(#""z": 1, "a": 9, "e": 20.0, "b": 2e1"#))
  }

  @Test func `the migration counts jokes and timestamps by what becomes of them`() throws {
    let migration = try SavedJokesMigration(
      of: try dump(Self.text), rule: RatedToSavedRule(now: 15))
    #expect(migration.counts.newlySaved == 4)
    #expect(migration.counts.alreadySaved == 1)
    #expect(migration.counts.replaced == 1)
    #expect(migration.counts.fromRating == 3)
    #expect(migration.counts.filledWithNow == 2)
    #expect(migration.counts.kept == 0)
    #expect(migration.counts.otherRatings == 2)
    #expect(migration.oddTimestamps == [JokeID("d")])
  }

  @Test func `with the flag set nothing happens`() throws {
    let text = #"{"hasMigratedRatedToSaved":1,"jokeRatings":{"a":5}}"#
    let migration = try SavedJokesMigration(of: try dump(text), rule: RatedToSavedRule(now: 15))
    #expect(migration.isAlreadyDone)
    #expect(migration.changes.isEmpty && migration.jokes.isEmpty)
  }

  @Test func `a second migration changes nothing`() throws {
    let once = try migrated(Self.text)
    #expect(try migrated(once) == once)
  }

  @Test func `without ratings only the flag is set`() throws {
    #expect(
      try migrated(#"{"savedJokeIds":["a"]}"#)
        == #"{"savedJokeIds":["a"],"hasMigratedRatedToSaved":true}"#)
  }

  @Test func `in property lists a whole second is a real`() throws {
    let text = propertyList(
      "<dict><key>jokeRatings</key><dict><key>a</key><integer>5</integer></dict></dict>")
    let dump = try dump(text, .xmlPropertyList)
    let migration = try SavedJokesMigration(of: dump, rule: RatedToSavedRule(now: 1_770_000_000))
    let result = String(decoding: try dump.applying(migration.changes), as: UTF8.self)
    #expect(
      result.contains(
        "<key>savedJokeTimestamps</key><dict><key>a</key><real>1770000000.0</real></dict>"))
  }

  @Test(arguments: [
    #""jokeRatings":[]"#, #""jokeRatingTimestamps":5"#, #""savedJokeIds":[5]"#,
    #""savedJokeIds":{}"#, #""savedJokeTimestamps":[]"#,
    #""hasMigratedRatedToSaved":false,"hasMigratedRatedToSaved":true"#,
  ])
  func `a dump that leaves room for a guess is unusable`(members: String) throws {
    let dump = try dump("{\(members)}")
    let error = #expect(throws: DefaultsDumpError.self) {
      try SavedJokesMigration(of: dump, rule: RatedToSavedRule(now: 1))
    }
    #expect(error?.cause == .unusable)
  }
}
