import TestSupport
import Testing

/// `aggregate-top10 --with-scores`: scores in the table, and nowhere else.
struct ScoresTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    // More ratings, but a smaller share of them hilarious, than the second.
    let events = [("a", [5, 5, 5, 1, 1, 1]), ("b", [5, 5])].flatMap { joke, ratings in
      ratings.map { #"{"joke_id":"\#(joke)","rating":\#($0)}"# }
    }
    try bench.write(events.joined(separator: "\n"), to: "events")
  }

  @Test func `the scores are in the table, and neither in the document nor in its order`()
    async throws
  {
    let plain = try await bench.run(Tool.ranking, ["events", "--now", "0"])
    let scored = try await bench.run(Tool.ranking, ["events", "--now", "0", "--with-scores"])
    #expect(scored.status == 0 && scored.output == plain.output, "\(scored)")
    #expect(
      scored.errors.hasPrefix(
        """
        Hilarious: 5 ratings
                 Wilson   Bayes
        1  a  3  18.8 %  55.0 %  ██████████
        2  b  2  34.2 %  75.0 %  ██████▋

        """), "\(scored)")
    #expect(!plain.errors.contains("Wilson"))
  }

  @Test(arguments: [["--explain", "a"], ["--emit", "partial"]])
  func `without a table there are no scores`(arguments: [String]) async throws {
    try await bench.run(Tool.ranking, ["events", "--with-scores"] + arguments).expect(64)
  }
}
