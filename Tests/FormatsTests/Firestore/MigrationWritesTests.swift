import Formats
import Jokes
import Scan
import SystemIO
import Testing

struct MigrationWritesTests {
  private struct Texts: Equatable {
    var apply: String
    var undo: String
  }

  private let database = "projects/p/databases/(default)"
  private let prefix = "projects/p/databases/(default)/documents/rating_events/"

  private func writes(
    _ decision: Decision, _ document: String, database: String? = "projects/p/databases/(default)",
    stamping field: String? = nil
  ) throws -> Texts? {
    let target = MigrationWrites.Target(database: database, serverTimestampField: field)
    return try ofEvent(document) { event in
      var text: [UInt8] = []
      return try MigrationWrites(
        decision, event, to: target, into: &text
      ).map { writes in
        Texts(
          apply: String(decoding: text[writes.apply], as: UTF8.self),
          undo: String(decoding: text[writes.undo], as: UTF8.self))
      }
    } ?? nil
  }

  @Test func `an update sets the rating, and its undo the one before`() throws {
    let found = try #require(
      try writes(.update(.hilarious), #"{"id":"x","rating":4.0,"joke_id":"j"}"#))
    #expect(
      found.apply
        == #"{"update":{"name":"\#(prefix)x","fields":{"rating":{"doubleValue":5.0}}},"#
        + #""updateMask":{"fieldPaths":["rating"]},"currentDocument":{"exists":true}}"#)
    #expect(
      found.undo
        == #"{"update":{"name":"\#(prefix)x","fields":{"rating":{"doubleValue":4.0}}},"#
        + #""updateMask":{"fieldPaths":["rating"]},"currentDocument":{"exists":true}}"#)
  }

  @Test(arguments: [
    (#"{"id":"x","rating":4}"#, #""fields":{"rating":{"integerValue":"4"}}}"#),
    (
      #"{"id":"x","rating":4,"at":"then"}"#,
      #""fields":{"rating":{"integerValue":"4"},"at":{"stringValue":"then"}}}"#
    ),
  ])
  func `undoing an update takes the server's timestamp back too`(
    document: String, fields: String
  ) throws {
    let found = try #require(try writes(.update(.hilarious), document, stamping: "at"))
    #expect(found.apply.contains(#""updateTransforms":[{"fieldPath":"at","#))
    #expect(found.undo.contains(fields))
    #expect(found.undo.contains(#"["rating","at"]"#))
  }

  @Test func `a deletion is undone by the whole document, without the exporter's id`() throws {
    let found = try #require(
      try writes(.delete, #"{"id":"x","rating":3,"timestamp":{"_seconds":0,"_nanoseconds":0}}"#))
    #expect(found.apply == #"{"delete":"\#(prefix)x","currentDocument":{"exists":true}}"#)
    #expect(
      found.undo
        == #"{"update":{"name":"\#(prefix)x","fields":{"rating":{"integerValue":"3"},"#
        + #""timestamp":{"timestampValue":"1970-01-01T00:00:00Z"}}},"#
        + #""currentDocument":{"exists":false}}"#)
  }

  @Test func `kept and refused documents have no write`() throws {
    #expect(try writes(.keep, #"{"id":"x","rating":5}"#) == nil)
    #expect(try writes(.refuse, #"{"id":"x","rating":9}"#) == nil)
  }

  @Test func `a full name needs no database`() throws {
    let document = #"{"__name__":"projects/q/databases/d/documents/rating_events/x","rating":3}"#
    let found = try #require(try writes(.delete, document, database: nil))
    #expect(found.apply.contains(#""projects/q/databases/d/documents/rating_events/x""#))
  }

  @Test(arguments: [
    (#"{"rating":3}"#, "no id"), (#"{"id":"a/b","rating":3}"#, "'a/b'"),
    (#"{"id":".","rating":3}"#, "'.'"), (#"{"id":"..","rating":3}"#, "'..'"),
    (#"{"id":"__x__","rating":3}"#, "'__x__'"),
    (#"{"id":"\#(String(repeating: "x", count: 1501))","rating":3}"#, "'xxxx"),
  ])
  func `a document that cannot be named is told`(document: String, reason: String) throws {
    for decision in [Decision.delete, .update(.horrible)] {
      var found: String?
      do { _ = try writes(decision, document) } catch let error as MigrationWrites.Unnameable {
        found = error.reason
      }
      #expect(found?.contains(reason) == true)
    }
  }

  @Test func `without a database, a plain id cannot name a document`() throws {
    var lacksDatabase: Bool?
    do {
      _ = try writes(.delete, #"{"id":"x","rating":3}"#, database: nil)
    } catch let error as MigrationWrites.Unnameable {
      lacksDatabase = error.lacksDatabase
    }
    #expect(lacksDatabase == true)
  }
}
