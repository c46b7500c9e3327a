import Testing

@testable import Formats

struct ExportPathTests {
  @Test(
    arguments: [
      ("", "a/b", "a/b"), ("x/", "output-0", "x/output-0"), ("x/", #"a\b\c"#, "x/a/b/c"),
      ("", "./a//b", "a/b"), ("", "2020-08-05T16:49:42_93625/a", "2020-08-05T16:49:42_93625/a"),
    ])
  func `a path in metadata is seen from its folder, with either separator`(
    folder: String, path: String, joined: String
  ) { #expect(ExportPath.joined(folder, path) == joined) }

  @Test(arguments: ["", "/a", #"\a"#, "..", "a/../b", #"a\..\..\b"#, #"C:\a"#, "C:/a", ".", "a\0b"])
  func `a path that leads elsewhere is none`(path: String) {
    #expect(ExportPath.joined("x/", path) == nil)
  }

  @Test func `a shard has a number`() {
    #expect(ExportPath.shardNumber("a/output-12") == 12)
    for path in ["output-", "output-1a", "a/output-0.json", "output_1", "output-1/a", "output--1"] {
      #expect(ExportPath.shardNumber(path) == nil, "\(path)")
    }
  }

  @Test func `a file lies in the folder before its last slash`() {
    #expect(ExportPath.folder(of: "a/b/c") == "a/b/")
    #expect(ExportPath.folder(of: "c") == "")
    #expect(ExportPath.name(of: "a/b/c") == "c")
    #expect(ExportPath.lies("a/b/c", in: "a/"))
    #expect(ExportPath.lies("c", in: ""))
    #expect(!ExportPath.lies("ab/c", in: "a/"))
  }
}
