import Testing

@testable import Formats

struct DatabaseNameTests {
  @Test(arguments: ["projects/p/databases/(default)", "projects/google.com:p/databases/d"])
  func `a name has a project and a database`(text: String) {
    #expect(DatabaseName(text)?.description == text)
  }

  @Test(arguments: [
    "", "p", "projects/p", "projects/p/databases/", "projects//databases/d",
    "projects/p/databases/d/",
    "/projects/p/databases/d", "project/p/databases/d", "projects/p/documents/d",
  ])
  func `anything else is none`(text: String) {
    #expect(DatabaseName(text) == nil)
  }

  @Test(
    arguments: [
      ("projects/p/databases/d/documents/a/b", "projects/p/databases/d", "a/b"),
      (
        "projects/documents/databases/documents/documents/documents/b",
        "projects/documents/databases/documents", "documents/b"
      ),
      ("users/u/documents/d", nil, "users/u/documents/d"),
      ("foo/documents/rating_events/a", nil, "foo/documents/rating_events/a"),
      ("projects/p/documents/a", nil, "projects/p/documents/a"),
      ("projects/p/databases/d/documents", nil, "projects/p/databases/d/documents"),
      ("/projects/p/databases/d/documents/a/b", nil, "/projects/p/databases/d/documents/a/b"),
    ] as [(String, String?, String)])
  func `a document's name is divided only behind a database's`(
    name: String, database: String?, path: String
  ) {
    let found = DatabaseName.divide(name)
    #expect(found.database?.description == database)
    #expect(found.path == path)
  }
}
