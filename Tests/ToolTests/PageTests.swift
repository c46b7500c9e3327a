import Foundation
import Scan
import TestSupport
import Testing

/// `--report`: a page about a run.
struct PageTests {
  private let bench: Bench
  private static let guards = [
    "--max-delete-percent", "50%", "--max-change-percent", "90%", "--max-rejects", "10",
  ]

  init() throws { bench = try Bench() }

  // MARK: Reviewed pages

  /// A run in the folder of a tool's inputs, whose page was reviewed.
  struct Case: CustomTestStringConvertible {
    let tool: String
    let name: String
    let status: Int32
    let arguments: [String]
    var testDescription: String { "\(tool)/\(name)" }
  }

  private static let nightly = [
    "nightly.ndjson", "nightly/second-week.ndjson", "--now", "2026-03-01T04:00:00Z", "--previous",
    "nightly/all_time.json", "--jokes", "nightly/jokes.ndjson",
  ]
  static let cases = [
    Case(
      tool: Tool.ranking, name: "nightly", status: 0,
      arguments: nightly + [
        "--dedupe-report", "--min-events", "10", "--max-drop-percent", "20", "--max-growth-percent",
        "150", "--max-churn", "10", "--max-rejects", "1%", "-n",
      ]),
    Case(
      tool: Tool.ranking, name: "nightly-stopped", status: 4,
      arguments: nightly + ["--max-growth-percent", "50"]),
    Case(
      tool: Tool.ranking, name: "weeks", status: 0,
      arguments: nightly + ["--by", "week", "--weeks", "weeks", "-n"]),
    Case(
      tool: Tool.ranking, name: "week", status: 0,
      arguments: nightly.filter { !$0.hasSuffix("all_time.json") && $0 != "--previous" } + [
        "--week", "2026-W10", "-n",
      ]),
    Case(
      tool: Tool.ranking, name: "hostile", status: 0,
      arguments: [
        "hostile/events.ndjson", "--jokes", "hostile/jokes.ndjson", "--scale", "five-point",
        "--now",
        "2026-03-01T04:00:00Z", "--compat-report", "-n",
      ]),
    Case(
      tool: Tool.ratings, name: "mixed", status: 0,
      arguments: ["mixed.ndjson", "-n"] + guards),
    Case(
      tool: Tool.ratings, name: "odd", status: 3,
      arguments: [
        "number-spellings.ndjson", "unexpected-kept.ndjson", "keys-twice.ndjson", "dumps.ndjson",
        "-n",
        "--batches", "batches", "--database", "projects/p/databases/d",
      ] + guards),
  ]

  @Test(arguments: cases)
  func `a page is what was reviewed`(each: Case) async throws {
    let outcome = try await bench.run(
      each.tool, each.arguments + ["--report", bench.url("page.html").path],
      in: Fixtures.inputs(of: each.tool), environment: Bench.time)
    #expect(outcome.status == each.status, "\(outcome)")
    try expectGolden(
      Data(normalized(try bench.text("page.html"), without: [bench.directory]).utf8),
      Fixtures.data.appending(path: "expected/\(each.tool)/pages/\(each.name).html"))
  }

  // MARK: Texts

  /// The page without its elements, and the names of these.
  private func taken(apart page: String) -> (text: String, names: Set<String>) {
    let element = #/<(/?)([a-z0-9]+)((?: [a-zA-Z-]+="[^"<>]*")*)>/#
    let body = page.replacing(#/<!--[^>]*-->/#, with: "")
      .replacing(#/<style>[^<]*</style>/#, with: "")
      .replacing("<!doctype html>", with: "")
    return (body.replacing(element, with: ""), Set(body.matches(of: element).map { String($0.2) }))
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `hostile texts are shown as texts`(tool: String) async throws {
    let name = "<script>\u{202E}.ndjson"
    try bench.write(try Fixtures.input(Tool.ranking, "hostile/events.ndjson"), to: name)
    let own = tool == Tool.ranking ? ["--scale", "five-point"] : ["--sample", "100"]
    try await bench.run(tool, [name, "-n", "--report", "page.html"] + own).expect(0)
    let page = try bench.text("page.html")
    let (text, names) = taken(apart: page)
    #expect(!text.contains("<") && !text.contains(">"), "\(text)")
    #expect(names.isDisjoint(with: ["script", "img", "a", "link", "iframe"]), "\(names)")
    #expect(!page.unicodeScalars.contains { [0, 1, 0x85, 0x202E, 0x2066].contains($0.value) })
    #expect(page.contains("&lt;script&gt;"))
    #expect(page.contains(#"\u{202E}"#))
    #expect(page.contains("שלום עולם"))
    #expect(page.contains("😂👨\u{200D}👩\u{200D}👧"))
    #expect(page.contains("characters)</summary>"))
  }

  @Test func `a long list is cut, and says so`() async throws {
    let events = (0..<250).map { #"{"joke_id":"j\#($0)","rating":5}"# }
    try bench.write(events.joined(separator: "\n"), to: "input")
    try await bench.run(Tool.ranking, ["input", "--top", "200", "-n", "--report", "page"])
    let page = try bench.text("page")
    #expect(page.matches(of: /<code><bdi>j\d+<\/bdi><\/code>/).count == 100)
    #expect(page.contains("<p>and 100 more jokes</p>"))
  }

  @Test func `a page names nothing to be loaded`() async throws {
    try bench.addSample(Tool.ranking)
    try await bench.run(Tool.ranking, ["input", "--report", "page", "-n"])
    let page = try bench.text("page")
    let style = try #require(page.firstMatch(of: #/<style>([^<]*)<\/style>/#)).1
    let digest = Data(SHA256.digest(Array(style.utf8)).bytes).base64EncodedString()
    let policy = "content=\"default-src &#39;none&#39;; style-src &#39;sha256-\(digest)&#39;\""
    #expect(page.contains(policy))
    for word in [" style=", "http:", "https:", "src=", "href=", "<script", "url("] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test(arguments: [[Tool.ratings], [Tool.ranking, "--max-unmigrated", "100%"]])
  func `devices are hidden with --redact`(command: [String]) async throws {
    let device = "5D3F1C52-9C8E-4F7B-8C56-1F0F5D9A2B22"
    let event = #"{"id":"\#(device)_j_2026-W07","joke_id":"j","rating":R,"device_id":"\#(device)"}"#
    try bench.write(
      ["4", "9", "\"\(device)\""].map { event.replacing("R", with: $0) }.joined(separator: "\n"),
      to: "\(device).ndjson")
    try await bench.run(
      command[0],
      ["\(device).ndjson", "-n", "--report", "page", "--redact"] + command.dropFirst()
    ).expect(0)
    #expect(try !bench.text("page").contains(device))
  }

  // MARK: Bytes

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `equal runs write equal pages, with any number of threads and messages`(
    tool: String
  ) async throws {
    try bench.addSample(tool)
    var pages: Set<Data> = []
    for more in [["--jobs=1"], ["--jobs=2"], ["--verbose"], ["--quiet"]] {
      try await bench.run(
        tool, ["input", "-n", "--report", "page"] + Tool.options(tool) + more,
        environment: Bench.time)
      // Each page shows its own command.
      let option = #/ <span>--(jobs|verbose|quiet)[^<]*</span>/#
      pages.insert(Data(try bench.text("page").replacing(option, with: "").utf8))
    }
    #expect(pages.count == 1)
  }

  // MARK: Weeks

  /// Events of two weeks, one without a week, and one that does not count.
  private func writeWeeks() throws {
    let events = [(5, "2026-W07"), (5, "2026-W07"), (1, "2026-W08"), (3, "2026-W09")].enumerated()
      .map {
        #"{"joke_id":"j\#($0)","rating":\#($1.0),"device_id":"d\#($0)","week_id":"\#($1.1)"}"#
      }
    try bench.write(
      (events + [#"{"joke_id":"j","rating":5}"#]).joined(separator: "\n"), to: "input")
  }

  private static let ofWeeks = ">Ratings of each week</h2>"

  /// The part of the page about weeks.
  private func weeks() throws -> String? {
    let page = try bench.text("page")
    guard let start = page.range(of: Self.ofWeeks),
      let end = page[start.upperBound...].range(of: "</section>")
    else { return nil }
    return String(page[start.upperBound..<end.lowerBound])
  }

  @Test func `a ranking shows the ratings of each week, as with --by week`() async throws {
    try writeWeeks()
    let run = ["input", "--max-unmigrated", "100%", "-n", "--report", "page"]
    var seen: Set<String> = []
    for more in [
      [], ["--by", "week", "--weeks", "weeks"], ["--jobs", "1"], ["--duplicates", "first"],
      ["--dedupe", "week"], ["--dedupe-report"],
    ] {
      try await bench.run(Tool.ranking, run + more).expect(0)
      seen.insert(try #require(try weeks()))
    }
    #expect(seen.count == 1)
    let counts = try #require(seen.first).matches(of: #/<th scope="row"><bdi>([^<]*)<\/bdi>/#)
    #expect(counts.map { String($0.1) } == ["2026-W07", "2026-W08", "2026-W09"])
    #expect(try #require(seen.first).contains(#/<td class="scale">2<svg/#))
  }

  @Test func `ratings without a week are said to be missing`() async throws {
    for (labels, words) in [
      (["2026-W07", "2026-W08"], nil), (["2026-W07", ""], "Of no week: 1 rating."),
      (["2026-W07", "all_time", ""], "Of no week: 2 ratings."),
    ] {
      let events = labels.map { #"{"joke_id":"j","rating":5,"week_id":"\#($0)"}"# }
      try bench.write(events.joined(separator: "\n"), to: "input")
      for more in [[], ["--dedupe", "week"]] {
        try await bench.run(Tool.ranking, ["input", "-n", "--report", "page"] + more).expect(0)
        let part = try #require(try weeks())
        #expect(part.contains("Of no week") == (words != nil))
        #expect(words.map { part.contains($0) } != false)
      }
    }
  }

  @Test func `the ranking and the summary are the same with a page and without`() async throws {
    try writeWeeks()
    let run = ["input", "--max-unmigrated", "100%", "--now", "2026-03-01T00:00:00Z", "--force"]
    var results: Set<[Data]> = []
    for more in [[], ["--report", "page"]] {
      try await bench.run(
        Tool.ranking, run + ["-o", "out", "--summary", "summary"] + more
      ).expect(0)
      results.insert([try bench.bytes("out"), try bench.bytes("summary")])
      try bench.remove("out")
    }
    #expect(results.count == 1)
  }

  @Test(arguments: [
    ["--week", "2026-W07"], ["--dedupe", "device-latest"], ["--partials", "partials"],
    ["--emit", "partial"],
  ])
  func `the page has no weeks if they are not counted`(options: [String]) async throws {
    try writeWeeks()
    let own = options.contains("--emit") ? [] : ["--max-unmigrated", "100%"]
    try await bench.run(
      Tool.ranking, ["input", "-n", "--report", "page"] + own + options
    ).expect(0)
    #expect(try weeks() == nil)
  }

  @Test(arguments: [10_000, 10_001])
  func `more than 10,000 labels are not drawn, and the page says so`(count: Int) async throws {
    let events = (0..<count).map { #"{"joke_id":"j","rating":5,"week_id":"w\#($0)"}"# }
    try bench.write(events.joined(separator: "\n"), to: "input")
    for more in [[], ["--dedupe", "week"]] {
      try await bench.run(Tool.ranking, ["input", "-n", "--report", "page"] + more)
      let part = try #require(try weeks())
      #expect(part.contains("more than 10,000 labels of weeks") == (count > 10_000))
      #expect(part.contains("<table>") == (count <= 10_000))
    }
  }

  // MARK: Files

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `a real run publishes its page with its outputs, and names it`(tool: String) async throws {
    try bench.addSample(tool)
    let run = ["input", "-o", "out", "--report", "page.html"] + Tool.options(tool)
    try await bench.run(tool, run).expect(0, "  the page: page.html\n")
    #expect(try bench.names() == ["input", "out", "page.html"])
    let page = try bench.text("page.html")
    #expect(!page.contains("nothing was written"))
    #expect(page.contains(/<h1>[^<]* was written<\/h1>/))
    try await bench.run(tool, run + ["--force"]).expect(0)
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `a dry run writes its page, and says so last`(tool: String) async throws {
    try bench.addSample(tool)
    let outcome = try await bench.run(
      tool, ["input", "-o", "out", "--report", "page.html", "-n"] + Tool.options(tool))
    #expect(
      outcome.errorLines.last == "DRY RUN: nothing written but the page 'page.html'", "\(outcome)")
    #expect(try bench.names() == ["input", "page.html"])
    #expect(try bench.text("page.html").contains("<h1>Dry run, nothing written: "))
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `only an older page is replaced`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.write("<!doctype html>\n<p>mine</p>\n", to: "page")
    let run = ["input", "-n", "--report", "page"] + Tool.options(tool)
    try await bench.run(tool, run).expect(
      73, "--report 'page' exists and was not written by --report")
    #expect(try bench.text("page").contains("mine"))
    try bench.remove("page")
    try await bench.run(tool, run).expect(0)
    try await bench.run(tool, run).expect(0)
    for other in ["input", "out"] {
      let same = try await bench.run(
        tool, ["input", "-o", "out", "--force", "--report", other] + Tool.options(tool))
      same.expect(64, "is the same file as")
    }
  }

  @Test func `a page goes to standard output`() async throws {
    try bench.addSample(Tool.ratings)
    let outcome = try await bench.run(Tool.ratings, ["input", "-n", "--report", "-"]).expect(0)
    #expect(outcome.outputText.hasPrefix("<!doctype html>\n"))
    #expect(outcome.outputText.hasSuffix("</html>\n"))
  }

  // MARK: Other ends

  @Test func `damage and guards leave a page that says so`() async throws {
    try bench.addSample(Tool.ratings)
    let stopped = try await bench.run(
      Tool.ratings, ["input", "-o", "out", "--report", "page", "--max-delete-percent", "1%"])
    stopped.expect(4)
    let page = try bench.text("page")
    #expect(page.contains("<h1>A guard stopped the run</h1>"))
    #expect(page.contains("<span class=\"failed\">exceeded</span>"))
    try bench.write("{\"rating\":", to: "input")
    try await bench.run(Tool.ratings, ["input", "-o", "out", "--report", "page"]).expect(65)
    #expect(try bench.text("page").contains("<h1>The run failed: bad data</h1>"))
    #expect(try bench.names() == ["input", "page"])
  }

  @Test func `a plan that is carried out has a page, with the guards that stop it`() async throws {
    try bench.addSample(Tool.ratings)
    let plan = ["input", "-o", "out", "-n", "--plan-out", "plan", "--max-change-percent", "80%"]
    try await bench.run(Tool.ratings, plan).expect(0)
    try await bench.run(Tool.ratings, ["--plan", "plan", "--report", "page"]).expect(0)
    let page = try bench.text("page")
    #expect(page.contains("<code class=\"short\">--max-change-percent</code>"))
    #expect(
      page.contains(
        "<span>migrate-ratings</span> <span>--plan=&#39;plan&#39;</span> <span>--report=&#39;page&#39;</span>"
      ))
  }

  @Test(
    arguments: [
      ["--undo", "journal"], ["--verify", "summary"], ["input", "--explain", "j"],
      ["input", "--shard", "1/2", "--list-share"], ["--list-formats"],
    ])
  func `calls without a page refuse --report`(arguments: [String]) async throws {
    try bench.addSample(Tool.ratings)
    let tool = arguments.contains("--explain") ? Tool.ranking : Tool.ratings
    try await bench.run(tool, arguments + ["--report", "page"]).expect(64, "'--report'")
    #expect(!bench.exists("page"))
  }
}
