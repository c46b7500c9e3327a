import Formats
import Testing

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
}
