@testable import Formats
import Testing

struct DocumentIdentityLimitsTests {
  private static let database = "projects/p/databases/(default)/documents/"

  @Test(arguments: [
    "a/b", "users/u/rating_events/x_y", "a/__id7__", "a/__id-7__", "a/__", "a/__x", "a/ ",
    "a/\(String(repeating: "é", count: 750))",
  ])
  func `names that Firestore accepts have no problem`(path: String) throws {
    #expect(try #require(DocumentIdentity(name: path)).nameProblem == nil)
    #expect(try #require(DocumentIdentity(name: Self.database + path)).nameProblem == nil)
  }

  @Test(arguments: [
    "a/.", "a/..", "../b", "a/__x__", "a/__\u{301}__", "__x__/a", "__id7__/a", "a/__id__",
    "a/__idx__", "a/__id+7__",
    "a/__id07__", "a/____",
    "a/\(String(repeating: "é", count: 751))",
    (0..<5).map { _ in "a/" + String(repeating: "b", count: 1400) }.joined(separator: "/"),
  ])
  func `names that Firestore refuses have a problem`(path: String) throws {
    #expect(try #require(DocumentIdentity(name: path)).nameProblem != nil)
    #expect(try #require(DocumentIdentity(name: Self.database + path)).nameProblem != nil)
  }

  @Test(arguments: [
    ("jokes/atoms", true), ("projects/rating_events", true), ("users/u/jokes", false),
  ])
  func `documents are in collections`(collection: String, hasProblem: Bool) {
    var identity = DocumentIdentity(id: "x")
    identity.collection = collection
    #expect((identity.nameProblem != nil) == hasProblem)
  }

  @Test(arguments: ["projects/p/documents/a/b", "projects//databases/d/documents/a/b"])
  func `a full name begins with a database's`(name: String) throws {
    #expect(DocumentIdentity(name: name) == nil)
  }
}
