#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The attributes of a replaced file that are preserved.
  @Suite(.enabled(if: SystemParts.hasAccessLists, "no access lists here"))
  struct FileAttributesTests {
    private let bench: Bench

    init() throws {
      bench = try Bench()
      try bench.write("{\"joke_id\":\"a\",\"rating\":4}\n", to: "in")
      try bench.setMode("in", 0o600)
    }

    private func attributes(_ name: String) async throws -> String {
      try await bench.run(
        "none", [], shell: "getfacl -cpEn '\(name)'; getfattr -dm - '\(name)'"
      ).outputText
    }

    private func setAttributes(_ name: String) async throws {
      let line = "setfacl -m u:7:rw '\(name)' && setfattr -n user.kept -v value '\(name)'"
      try await bench.run("none", [], shell: line).expect(0)
    }

    @Test func `in place, the access list and the attributes stay, and so they do with undo`()
      async throws
    {
      try await setAttributes("in")
      let before = try await attributes("in")
      #expect(before.contains("user:7:rw-") && before.contains("group::---"))
      let done = try await bench.run(Tool.ratings, ["in", "--in-place"])
      #expect(done.status == 0 && !done.errors.contains("cannot keep"), "\(done)")
      #expect(try await attributes("in") == before)
      #expect(try bench.mode("in") == 0o660)
      _ = try await bench.run(Tool.ratings, ["--undo", "in.journal"])
      #expect(try bench.text("in").contains("\"rating\":4"))
      #expect(try await attributes("in") == before)
    }

    @Test func `undo without the access list does not open the new file to its group`()
      async throws
    {
      try await setAttributes("in")
      try await bench.run(
        Tool.ratings, ["in", "-o", "out", "--journal", "journal"]
      ).expect(0)
      try await setAttributes("out")
      try await bench.run(Tool.ratings, ["--undo", "journal", "-o", "back"]).expect(0)
      #expect(try bench.mode("back") == 0o600)
    }

    @Test(.enabled(if: Tracing.isPossible, "no strace here"))
    func `an access list that cannot be kept narrows the mode, which a warning says`()
      async throws
    {
      try await setAttributes("in")
      let done = try await bench.run(
        Tool.ratings, ["in", "--in-place"],
        shell: Tracing.line("fsetxattr", "error=EPERM"))
      done.expect(0)
      #expect(try bench.mode("in") == 0o600)
      #expect(done.errors.contains("in: cannot keep"), "\(done)")
      #expect(done.errors.contains("its access list"), "\(done)")
      #expect(done.errors.contains("the extended attribute 'user.kept'"), "\(done)")
      #expect(done.errors.contains("its mode is 600 now"), "\(done)")
    }

    @Test(.enabled(if: Tracing.isPossible, "no strace here"))
    func `one that the file was given meanwhile, and cannot be kept, is warned of, too`()
      async throws
    {
      try await setAttributes("in")
      // The first two calls succeed; the unread pipe delays the run before it publishes.
      let running = try await bench.start(
        Tool.ratings, ["in", "--in-place", "--summary", "pipe"],
        shell: "mkfifo pipe; " + Tracing.line("fsetxattr", "error=EPERM:when=3+"))
      #expect(try await eventually { try bench.names().contains { $0.hasSuffix(".tmp") } })
      let change = "sleep 1; setfacl -m u:8:rw in; cat pipe >/dev/null"
      _ = try await bench.run("none", [], shell: change)
      let done = try await running.outcome().expect(0)
      #expect(try bench.mode("in") == 0o600)
      #expect(done.errors.contains("in: cannot keep its access list"), "\(done)")
    }
  }

  extension SystemParts {
    /// Whether access lists and extended attributes can be set, and the file system keeps them.
    static let hasAccessLists = succeeds(
      """
      file=$(mktemp) && setfacl -m u:7:rw "$file" && setfattr -n user.kept -v value "$file"
      status=$?; rm -f "$file"; exit $status
      """)
  }
#endif
