import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct DirectoryTreeTests {
  @Test func `files come in the order of their bytes, those of a folder before its folders`() throws
  {
    try TemporaryDirectory.with { directory in
      for folder in ["b", "a/z", "a/é", "empty"] { try directory.makeDirectory(folder) }
      for file in ["c", "B", "é", "e\u{301}", "b/1", "a/2", "a/10", "a/z/x", "a/é/x"] {
        try directory.write("", to: file)
      }
      let tree = try DirectoryTree(directory.path)
      #expect(
        tree.files.map { Array($0.utf8) }
          == ["B", "c", "e\u{301}", "é", "a/10", "a/2", "a/z/x", "a/é/x", "b/1"].map {
            Array($0.utf8)
          })
      #expect(tree.skipped.isEmpty)
    }
  }

  @Test func `hidden files and folders of a Mac's archive are no data`() throws {
    try TemporaryDirectory.with { directory in
      for folder in [".git", "__MACOSX", "data"] { try directory.makeDirectory(folder) }
      for file in [".DS_Store", "._data", ".git/x", "__MACOSX/x", "data/x", "data/._x"] {
        try directory.write("", to: file)
      }
      let tree = try DirectoryTree(directory.path)
      #expect(tree.files == ["data/x"])
      #expect(tree.skipped.isEmpty)
    }
  }

  @Test func `hidden documents, their subcollections and collections are data`() throws {
    try TemporaryDirectory.with { directory in
      let files = [
        "..a/..a.json", ".a/.a.json.gz", ".a/sub/b/b.json", ".c/c/c.json", ".d/sub/e/e.json",
        "__MACOSX/__MACOSX.json", "b/b.json",
      ]
      for file in files + [".a/.other", ".f/c.json", ".f/g/h/i/i.json", "._b/x", "b/.b.json"] {
        try directory.makeDirectory((file as NSString).deletingLastPathComponent)
        try directory.write("", to: file)
      }
      #expect(try Set(DirectoryTree(directory.path).files) == Set(files))
      #expect(try DirectoryTree(directory.path + "/.a").files == [".a.json.gz", "sub/b/b.json"])
    }
  }

  @Test func `links to files are files, other links are skipped`() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("folder")
      try directory.write("", to: "folder/file")
      try directory.link("a", to: "folder/file")
      try directory.link("b", to: "folder")
      try directory.link("c", to: "nowhere")
      try directory.link("folder/up", to: "..")
      let maker = try Process.run(
        URL(fileURLWithPath: "/usr/bin/mkfifo"), arguments: [directory.path(of: "pipe")])
      maker.waitUntilExit()
      let tree = try DirectoryTree(directory.path)
      #expect(tree.files == ["a", "folder/file"])
      #expect(tree.skipped.map(\.path) == ["b", "c", "pipe", "folder/up"])
      #expect(
        tree.skipped.map(\.reason) == [
          "a link to a directory", "a link to no file", "not a regular file",
          "a link to a directory",
        ])
    }
  }

  @Test func `a folder that is not there is an error`() {
    #expect(throws: SystemError.missing("/no/such/folder/")) {
      try DirectoryTree("/no/such/folder")
    }
  }

  @Test func `the names of a folder hold neither it nor the one above`() throws {
    try TemporaryDirectory.with { directory in
      for file in ["b", "a", ".c"] { try directory.write("", to: file) }
      #expect(try directoryEntries(directory.path) == [".c", "a", "b"])
    }
  }
}
