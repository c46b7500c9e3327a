import Formats
import Testing

/// Document names, derived from the paths of files.
struct DocumentTreeTests {
  /// The path of the document that a file is; every file beside it is one too, if nothing else is said.
  private func path(
    of file: String, among others: [String] = [], in root: String = "/srv/backup",
    documents isDocument: ((String) -> Bool)? = nil
  ) -> String {
    let files = [file] + others
    let isListed = { path in files.contains { root + "/" + $0 == path } }
    return DocumentTree(of: files, in: root, isDocument: isDocument ?? isListed)
      .documentPath(of: file).joined(separator: "/")
  }

  @Test func `a document lies in a folder of its name, in that of its collection`() {
    #expect(path(of: "jokes/a/a.json") == "jokes/a")
    #expect(path(of: "jokes/a/b.json") == "")
    #expect(path(of: "jokes/a/a.txt") == "")
  }

  @Test(arguments: [".gz", ".zst"])
  func `a compressed document has its name, and its parents`(ending: String) {
    #expect(path(of: "jokes/a/a.json" + ending) == "jokes/a")
    #expect(path(of: "jokes/a/b.json" + ending) == "")
    #expect(path(of: "jokes/a/a" + ending) == "")
    let files = ["users/u/u.json" + ending, "users/u/rating_events/a/a.json"]
    #expect(path(of: files[1], among: [files[0]]) == "users/u/rating_events/a")
  }

  @Test func `a document of a subcollection is named by its parents`() {
    let files = ["users/u/u.json", "users/u/rating_events/a/a.json"]
    #expect(path(of: files[1], among: [files[0]]) == "users/u/rating_events/a")
  }

  @Test func `a document whose parent is gone is still below it`() {
    let others = ["rating_events/b/b.json"]
    #expect(
      path(of: "rating_events/a/rating_events/x/x.json", among: others)
        == "rating_events/a/rating_events/x")
  }

  private func doubtfulRoots(_ files: [String], among others: [String] = []) -> [String] {
    DocumentTree(of: files + others, in: "/srv") { path in
      files.contains { "/srv/" + $0 == path }
    }.doubtfulRoots
  }

  @Test func `a folder that may be the rest of a deleted document is found`() {
    let orphan = "rating_events/a/replies/x/x.json"
    #expect(doubtfulRoots([orphan]) == ["rating_events/a"])
    #expect(doubtfulRoots(["b/\(orphan)"]) == ["b/rating_events/a"])
    #expect(doubtfulRoots(["\(orphan)", "c/d/replies/y/y.json"]) == ["c/d", "rating_events/a"])
  }

  @Test func `nothing is in doubt where the files say what the root is`() {
    let orphan = "rating_events/a/replies/x/x.json"
    #expect(doubtfulRoots([orphan, "jokes/j/j.json"]) == [])
    #expect(doubtfulRoots(["backup/jokes/j/j.json"]) == [])
    #expect(doubtfulRoots(["jokes/j/j.json"]) == [])
    // Neither a collection nor the folder of a document has other files in it.
    #expect(doubtfulRoots([orphan], among: ["rating_events/notes.txt"]) == [])
    #expect(doubtfulRoots([orphan], among: ["rating_events/a/made-by.txt"]) == [])
  }

  @Test(arguments: [
    ("/srv", "backup/jokes/a/a.json"), ("/srv/backup/jokes", "a/a.json"),
    ("/srv/backup/jokes/a", "a.json"),
  ])
  func `a document has the same name from any folder`(root: String, file: String) {
    #expect(
      path(of: file, in: root) { !$0.hasPrefix("/srv/srv") && !$0.contains("/backup.json") }
        == "jokes/a")
  }

  @Test func `files above the folder determine the names in it`() {
    #expect(
      path(of: "a/a.json", in: "/srv/users/u/jokes") {
        ["/u.json", "/a.json"].contains(where: $0.hasSuffix)
      }
        == "users/u/jokes/a")
  }

  @Test func `a file in a folder of its own name is not enough for a root`() {
    let others = ["backup.json", "other/other.json"]
    #expect(
      path(of: "b/jokes/a/a.json", among: others) { $0.hasSuffix("/a.json") } == "jokes/a")
    #expect(path(of: "other/other.json") { _ in false } == "")
  }
}
