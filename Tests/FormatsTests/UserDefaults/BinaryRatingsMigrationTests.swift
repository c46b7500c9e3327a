import Formats
import Jokes
import Testing

@Suite struct BinaryRatingsMigrationTests {
  private static let text = #"""
    {"jokeRatings": {"a": 4.0, "b": 3, "c": 2, "d": 1, "e": 5, "f": "4", "g": 0},
     "jokeRatingTimestamps": {"a": 1.5, "b": 2.5, "x": 3.5},
     "hasMigratedRatingsToBinary": false}
    """#

  private func migrated(
    _ text: String, _ rule: BinaryRatingRule = BinaryRatingRule()
  ) throws -> String {
    let dump = try dump(text)
    let changes = try BinaryRatingsMigration(of: dump, rule: rule).changes
    return String(decoding: try dump.applying(changes), as: UTF8.self)
  }

  @Test func `four and two change, three goes with its time, and both flags are set`() throws {
    #expect(
      try migrated(Self.text) == #"""
        {"jokeRatings": {"a": 5.0, "c": 1, "d": 1, "e": 5, "f": "4", "g": 0},
         "jokeRatingTimestamps": {"a": 1.5, "x": 3.5},
         "hasMigratedRatingsToBinary": true,
         "hasCompletedBinaryRatingMigration": true}
        """#)
  }

  @Test func `every rating is told of, in its order and at its place`() throws {
    let migration = try BinaryRatingsMigration(of: try dump(Self.text))
    #expect(!migration.isAlreadyDone)
    #expect(migration.steps.map(\.id.text) == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(
      migration.steps.map(\.decision) == [
        .update(.five), .delete, .update(.one), .keep, .keep, .keep, .keep,
      ])
    #expect(migration.steps[5].reading == .unexpected("\"4\""))
    #expect(migration.steps[6].reading == .unexpected("0"))
    let offset = migration.steps[1].byteOffset
    #expect(Array(Self.text.utf8)[offset] == UInt8(ascii: "3"))
  }

  @Test func `the rule decides about what it does not expect`() throws {
    #expect(
      try migrated(Self.text, BinaryRatingRule(unexpected: .drop)).hasPrefix(
        #"{"jokeRatings": {"a": 5.0, "c": 1, "d": 1, "e": 5},"#))
    let refused = try BinaryRatingsMigration(
      of: try dump(Self.text), rule: BinaryRatingRule(unexpected: .fail))
    #expect(refused.changes.isEmpty)
    #expect(refused.firstRefusal?.id == JokeID("f"))
  }

  @Test(arguments: ["hasMigratedRatingsToBinary", "hasCompletedBinaryRatingMigration"])
  func `either flag says that it is done`(flag: String) throws {
    for value in ["true", "1", "2", "\"YES\""] {
      let text = #"{"jokeRatings":{"a":4},"\#(flag)":\#(value)}"#
      let migration = try BinaryRatingsMigration(of: try dump(text))
      #expect(migration.isAlreadyDone)
      #expect(migration.steps.isEmpty && migration.changes.isEmpty)
    }
    for value in ["false", "0", "\"NO\"", "null"] {
      let text = #"{"jokeRatings":{"a":4},"\#(flag)":\#(value)}"#
      #expect(try !BinaryRatingsMigration(of: try dump(text)).isAlreadyDone)
    }
  }

  @Test func `a second migration changes nothing`() throws {
    let once = try migrated(Self.text)
    #expect(try migrated(once) == once)
  }

  @Test func `without ratings only the flags are set`() throws {
    #expect(
      try migrated("{}")
        == #"{"hasCompletedBinaryRatingMigration":true,"hasMigratedRatingsToBinary":true}"#)
  }

  @Test(arguments: [
    #""jokeRatings":[]"#, #""jokeRatingTimestamps":5"#, #""x":1,"jokeRatings":{"a":1,"a":2}"#,
  ])
  func `a dump that leaves room for a guess is unusable`(members: String) throws {
    let dump = try dump("{\(members)}")
    let error = #expect(throws: DefaultsDumpError.self) { try BinaryRatingsMigration(of: dump) }
    #expect(error?.cause == .unusable)
  }
}
