import TestSupport
import Testing

/// `--as csv` and `--as markdown`: the ranking for people who paste it.
struct RankingSheetTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write(
      """
      {"id":"1","joke_id":"a,\\"b\\"","rating":5}
      {"id":"2","joke_id":"a,\\"b\\"","rating":5}
      {"id":"3","joke_id":"<i>|*","rating":5}
      {"id":"4","joke_id":"<i>|*","rating":1}

      """, to: "events")
    try bench.write(
      #"{"id":"<i>|*","text":"One\nTwo & [three]"}"# + "\n" + #"{"id":"a,\"b\"","text":""}"# + "\n",
      to: "jokes")
  }

  private func run(_ arguments: String...) async throws -> ToolOutcome {
    try await bench.run(Tool.ranking, ["events", "-q"] + arguments)
  }

  @Test func `CSV has a joke a line, quoted as RFC 4180 says`() async throws {
    #expect(
      try await run("--as", "csv").outputText
        == "list,rank,joke_id,count\r\n" + #"hilarious,1,"a,""b""",2"# + "\r\n"
        + "hilarious,2,<i>|*,1\r\nhorrible,1,<i>|*,1\r\n")
  }

  @Test func `Markdown has a table a list, and no markup of the data`() async throws {
    #expect(
      try await run("--as", "markdown", "--jokes", "jokes").outputText == """
        ### Hilarious: 3 ratings

        | rank | joke | ratings | text |
        | ---: | --- | ---: | --- |
        | 1 | a,"b" | 2 |  |
        | 2 | \\<i\\>\\|\\* | 1 | One Two \\& \\[three\\] |

        ### Horrible: 1 rating

        | rank | joke | ratings | text |
        | ---: | --- | ---: | --- |
        | 1 | \\<i\\>\\|\\* | 1 | One Two \\& \\[three\\] |

        """)
  }

  @Test func `scores and texts are columns where they were asked for`() async throws {
    let output = try await run("--as", "csv", "--with-scores", "--jokes", "jokes").outputText
    #expect(output.hasPrefix("list,rank,joke_id,count,wilson_bound,bayesian_mean,text\r\n"))
    #expect(output.contains(",1,0.0945,"))
    #expect(output.contains("\"One\nTwo & [three]\"\r\n"))
  }

  @Test func `--salvage goes on after damage in a catalogue, too`() async throws {
    try bench.write(try bench.text("jokes") + "{", to: "jokes")
    try await run("--jokes", "jokes").expect(65, "or pass --salvage to skip this record")
    try await bench.run(Tool.ranking, ["events", "--jokes", "jokes", "--salvage"]).expect(
      0, "jokes:3:2 (", "; left out of the catalogue", "One Two & [three]")
  }

  @Test func `lists replace nothing unless --force is given, and are no document`() async throws {
    try await run("--as", "csv", "-o", "list").expect(0)
    try await run("--as", "csv", "-o", "list").expect(73)
    try await run("--as", "csv", "-o", "list", "--force").expect(0)
    for options in [["--check", "-o", "list"], ["--by", "week", "--weeks", "weeks"]] {
      try await bench.run(Tool.ranking, ["events", "--as", "markdown"] + options).expect(
        64, "'--as markdown'")
    }
  }
}
