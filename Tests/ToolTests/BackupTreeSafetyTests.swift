import Foundation
import TestSupport
import Testing

/// Hazards of node-firestore-backup trees: deleting a file elsewhere, or losing a document's name.
struct BackupTreeSafetyTests {
  private let bench: Bench
  private let gone = Self.document(rating: 3)
  private let sound = Self.document(rating: 4)

  init() throws {
    bench = try Bench()
    try bench.write(gone, to: "tree/rating_events/a/a.json")
    try bench.write(sound, to: "tree/rating_events/b/b.json")
  }

  private static func document(rating: Int) -> String {
    #"{"rating":{"type":"number","value":\#(rating)},"#
      + #""joke_id":{"type":"string","value":"j"}}"#
  }

  /// Makes a symbolic link, in place of an existing file.
  private func link(_ name: String, to target: String) throws {
    if bench.exists(name) { try bench.remove(name) }
    try bench.makeDirectory((name as NSString).deletingLastPathComponent)
    try FileManager.default.createSymbolicLink(
      atPath: bench.url(name).path, withDestinationPath: bench.url(target).path)
  }

  /// All non-empty files. Directories are left out, because failed attempts in them change their
  /// times.
  private var files: [String: String] {
    get throws { try bench.tree().filter { !$0.value.hasSuffix(" ") } }
  }

  /// Runs the migration, which must refuse the link and change nothing; the dry run must warn of
  /// it.
  private func expectRefusal(of link: String, _ arguments: [String]) async throws {
    let (names, before) = (try bench.names(), try files)
    let dry = try await bench.run(Tool.ratings, arguments + ["--dry-run"])
    #expect(dry.errors.contains("would fail: '\(link)' is a link"), "\(dry)")
    try await bench.run(Tool.ratings, arguments).expect(73, "'\(link)' is a link")
    #expect(try bench.names() == names && files == before)
  }

  @Test func `in place, no file goes that a link leads to`() async throws {
    try bench.write(gone, to: "elsewhere.json")
    try link("tree/rating_events/a/a.json", to: "elsewhere.json")
    try await expectRefusal(of: "tree/rating_events/a/a.json", ["tree", "--in-place"])
    try await expectRefusal(
      of: "tree/rating_events/a/a.json", ["tree/rating_events/a/a.json", "--in-place"])
  }

  @Test func `in an older result, no file goes that a link leads to`() async throws {
    try bench.write("keep", to: "elsewhere.json")
    try link("out/rating_events/a/a.json", to: "elsewhere.json")
    try await expectRefusal(
      of: "out/rating_events/a/a.json", ["tree", "-o", "out", "--force"])
  }

  @Test func `in an older result, no file goes from a directory that a link leads to`()
    async throws
  {
    try bench.write("keep", to: "elsewhere/a/a.json")
    try link("out/rating_events", to: "elsewhere")
    try await expectRefusal(of: "out/rating_events", ["tree", "-o", "out", "--force"])
  }

  @Test func `a link to a document that stays is no matter`() async throws {
    try bench.write(sound, to: "elsewhere.json")
    try link("tree/rating_events/b/b.json", to: "elsewhere.json")
    try await bench.run(Tool.ratings, ["tree", "-o", "out"]).expect(0)
    #expect(try bench.files(in: "out").keys.sorted() == ["rating_events/b/b.json"])
  }

  @Test(arguments: ["new.json", "old.json", "-"])
  func `-o FILE is refused if the only document is deleted`(output: String) async throws {
    try bench.write("unrelated", to: "old.json")
    let before = try bench.tree()
    let arguments = ["tree/rating_events/a/a.json", "-o", output, "--force"]
    let dry = try await bench.run(Tool.ratings, arguments + ["--dry-run"])
    #expect(dry.errors.contains("would fail: "), "\(dry)")
    let outcome = try await bench.run(Tool.ratings, arguments)
    #expect(outcome.status == 73 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("nothing is left for"), "\(outcome)")
    #expect(try bench.tree() == before)
  }

  @Test func `the directory and the journal are there if every document is deleted`() async throws {
    try bench.remove("tree/rating_events/b/b.json")
    let before = try bench.files(in: "tree")
    let outcome = try await bench.run(Tool.ratings, ["tree", "-o", "out", "--journal", "j"])
    outcome.expect(0, "the journal: j")
    #expect(try bench.files(in: "out").isEmpty)
    #expect(bench.exists("out") && bench.exists("j"), "\(outcome)")
    try await bench.run(Tool.ratings, ["--undo", "j"]).expect(0)
    #expect(try bench.files(in: "tree") == before)
  }

  @Test(arguments: ["", "\n"])
  func `an empty file in the place of a document is a reject, and stays`(text: String) async throws
  {
    try bench.write(text, to: "tree/rating_events/c/c.json")
    let check = try await bench.run(Tool.documents, ["tree", "--check"])
    check.expect(3, "rating_events/c/c.json", "is empty")
    #expect(!check.errors.contains("all of it can be read"))
    try await bench.run(
      Tool.documents, ["tree", "--check", "--collection", "jokes", "--allow-empty"]
    ).expect(0)
    try await bench.run(Tool.ratings, ["tree", "-o", "out"]).expect(3)
    #expect(try bench.text("out/rating_events/c/c.json") == text)
    try await bench.run(Tool.ranking, ["out"]).expect(3)
  }

  @Test(arguments: [("gzip", "gz"), ("zstd", "zst")])
  func `a compressed tree is read under the same names`(
    program: String, ending: String
  ) async throws {
    try bench.write(sound, to: "tree/jokes/k/k.json")
    try bench.write(gone, to: "tree/users/u/u.json")
    try bench.write(gone, to: "tree/users/u/rating_events/x/x.json")
    let plain = try await bench.run(Tool.documents, ["tree"])
    let names = try bench.files(in: "tree").keys.sorted()
    for name in names {
      let packed = try await bench.run(
        "none", [program, "tree/" + name], shell: "exec \"$2\" -c \"$3\"")
      try bench.write(packed.output, to: "packed/\(name).\(ending)")
    }
    let printed = try await bench.run(Tool.documents, ["packed"])
    #expect(printed.status == 0 && printed.output == plain.output, "\(printed)")
    let before = try bench.files(in: "packed")
    let inside = try await bench.run(Tool.ratings, ["packed/users/u/rating_events", "--check"])
    #expect(inside.status == 4, "the collection is another: \(inside)")
    try await bench.run(Tool.ratings, ["packed", "--in-place"]).expect(0)
    let after = try bench.files(in: "packed")
    #expect(before.keys.filter { after[$0] == nil } == ["rating_events/a/a.json.\(ending)"])
    #expect(
      before.keys.filter { after[$0] != nil && after[$0] != before[$0] }
        == ["rating_events/b/b.json.\(ending)"])
  }
}
