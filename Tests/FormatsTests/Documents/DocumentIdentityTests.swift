import Scan
import SystemIO
import Testing
@testable import Formats

private let full = "projects/p/databases/(default)/documents/rating_events/x"

struct DocumentIdentityTests {
  private func identity(
    _ document: String, as format: InputFormat = .ndjson
  ) throws -> DocumentIdentity? {
    try ofEvent(document, as: format) { $0.identity } ?? nil
  }

  @Test(arguments: [
    "id", "_id", "__id__", "docId", "document_id", "documentId", "__name__", "path",
  ])
  func `a field of a usual name holds the id`(field: String) throws {
    let found = try #require(try identity(#"{"rating":4,"\#(field)":"x\u00e9"}"#))
    #expect(found.id == "xé")
    #expect(found.name == nil)
  }

  @Test(arguments: ["__name__", "name", "path"])
  func `a full name names the document`(field: String) throws {
    let found = try #require(try identity(#"{"\#(field)":"\#(full)"}"#))
    #expect(found.id == "x")
    #expect(found.name == full)
  }

  @Test func `a path has the id in its last part`() throws {
    let found = try #require(try identity(#"{"path":"rating_events/x_y"}"#))
    #expect(found.id == "x_y")
    #expect(found.name == nil)
  }

  @Test func `a name that is not the name of a document is a field like any other`() throws {
    #expect(try identity(#"{"name":"Bert"}"#) == nil)
    #expect(try identity(#"{"name":"a/b","_id":"x"}"#)?.id == "x")
  }

  @Test func `a path that no document can have is a field like any other`() throws {
    #expect(try identity(#"{"path":"img/2026/b.png"}"#) == nil)
    let fields = #""device_id":"D","joke_id":"j","week_id":"W""#
    #expect(try identity(#"{"path":"img/2026/b.png",\#(fields)}"#)?.id == "D_j_W")
    #expect(try identity(#"{"path":"b"}"#)?.id == "b")
  }

  @Test func `the most explicit field wins, and an empty or other value is none`() throws {
    #expect(try identity(#"{"path":"rating_events/b","id":"x","_id":"y"}"#)?.id == "x")
    #expect(try identity(#"{"id":"","_id":"y"}"#)?.id == "y")
    #expect(try identity(#"{"id":7,"docId":"y"}"#)?.id == "y")
    #expect(try identity(#"{"id":"a","id":"b"}"#)?.id == "a")
  }

  @Test func `device, joke and week make the id where nothing else does`() throws {
    let fields = #""device_id":"D","joke_id":"j_1","week_id":"2026-W07""#
    let found = try #require(try identity("{\(fields)}"))
    #expect(found.id == "D_j_1_2026-W07")
    #expect(try identity(#"{"device_id":"D","joke_id":"j"}"#) == nil)
    #expect(try identity(#"{"device_id":"D","joke_id":"j","week_id":""}"#) == nil)
  }

  @Test func `an explicit id stays, and the other one is told`() throws {
    let fields = #""device_id":"D","joke_id":"j","week_id":"W""#
    for (id, other) in [("x", "D_j_W"), ("D_j_W", nil)] {
      let found = try ofEvent(#"{"id":"\#(id)",\#(fields)}"#, as: .ndjson) { $0.contradictingID }
      #expect(found == .some(other))
    }
  }

  @Test func `the key of a member is the id`() throws {
    let found = try #require(try identity(#"{"k\u00e9":{"id":"x"}}"#, as: .jsonObject))
    #expect(found.id == "ké")
  }
}

struct DocumentNameTests {
  @Test(
    arguments: [
      "rating_events/a", "projects/p/databases/d/documents/rating_events/a", "rating_events/",
      "rating_events", "/rating_events/a", "x/y/rating_events/a", "users/u/rating_events/a",
      "projects/p/databases/d/documents/users/u/rating_events/a", "documents/rating_events/a",
      "projects/p/databases/d/documents/x/documents/rating_events/a", "", "/", "/documents/",
      "projects/p/databases/d/documents/rating_events/a/b/c", "rating_event/a", "rating_eventss/a",
    ], ["rating_events", "users/u/rating_events"])
  func `a comparison of bytes finds the same collection as the identity`(
    name: String, collection: String
  ) {
    let bytes = Array(name.utf8)
    let isIn = bytes.span.isName(ofDocumentIn: Array(collection.utf8))
    #expect(isIn == (DocumentIdentity(name: name)?.collection == collection))
  }
}
