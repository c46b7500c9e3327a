import Foundation
import TestSupport
import Testing

/// Inputs of several formats in one run.
struct MixedInputTests {
  private let bench: Bench
  private static let inputs = ["export", "events.ndjson.gz", "page.json"]
  private static let options = [
    "--scale", "five-point", "--top", "1000", "--now", "2026-03-01T00:00:00Z",
  ]

  /// The counts of every joke in a ranking, and the totals.
  private struct Counts: Equatable {
    var jokes: [String: [String: Int]] = [:]
    var totals: [String: Int] = [:]

    init() {}

    init(_ document: Data) throws {
      let object = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
      for list in ["hilarious", "horrible"] {
        totals[list] = object["total_\(list)_ratings"] as? Int
        for joke in try #require(object[list] as? [[String: Any]]) {
          let id = try #require(joke["joke_id"] as? String)
          jokes[list, default: [:]][id] = joke["count"] as? Int
        }
      }
    }

    static func += (sum: inout Counts, other: Counts) {
      sum.totals.merge(other.totals, uniquingKeysWith: +)
      for (list, counts) in other.jokes {
        sum.jokes[list, default: [:]].merge(counts, uniquingKeysWith: +)
      }
    }
  }

  /// A managed export, a compressed file of lines, and a page of the REST API that repeats the
  /// export's first event.
  init() throws {
    bench = try Bench()
    try bench.addExport("managed")
    let jokes = ["lZxg6jThldUHRUFwjaJq", "zipped", "zipped", "été"]
    let lines = jokes.enumerated().map { number, joke in
      #"{"id":"z\#(number)","joke_id":"\#(joke)","rating":\#(5 - number)}"# + "\n"
    }
    try bench.write(
      try compressed(Data(lines.joined().utf8), with: "gzip"), to: "events.ndjson.gz")
    let name =
      "projects/mr-funny-jokes/databases/(default)/documents/rating_events/"
      + "D3980393-D91B-4156-82FE-EF967E5123B8_lZxg6jThldUHRUFwjaJq_2026-W20"
    try bench.write(
      #"{"documents":[{"name":"\#(name)","fields":{"joke_id":{"stringValue":"#
        + #""lZxg6jThldUHRUFwjaJq"},"rating":{"integerValue":"1"}}},"#
        + #"{"name":"\#(name)x","fields":{"joke_id":{"stringValue":"été"},"#
        + #""rating":{"doubleValue":5.0}}}]}"# + "\n", to: "page.json")
  }

  private func counts(_ arguments: [String]) async throws -> Counts {
    let outcome = try await bench.run(Tool.ranking, arguments + Self.options).expect(0)
    return try Counts(Data(outcome.outputText.utf8))
  }

  @Test func `inputs of several formats rank as their sum, in any order`() async throws {
    var sum = Counts()
    for input in Self.inputs { sum += try await counts([input]) }
    #expect(sum.jokes["hilarious"]?["été"] == 1)
    #expect(try await counts(Self.inputs) == sum)
    #expect(try await counts(Self.inputs.reversed()) == sum)
  }

  @Test func `a document that is in two of them is counted once where asked, or refused`()
    async throws
  {
    let all = try await counts(Self.inputs)
    let once = try await counts(Self.inputs + ["--duplicates", "first"])
    #expect(once.totals["hilarious"] == all.totals["hilarious"])
    #expect(once.totals["horrible"] == all.totals["horrible"].map { $0 - 1 })
    let refused = try await bench.run(
      Tool.ranking, Self.inputs + ["--duplicates", "fail"] + Self.options)
    #expect(refused.status == 65 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("page.json"), "\(refused)")
    #expect(refused.errors.contains("output-0"), "\(refused)")
  }

  /// Two documents that have an id alone, or one of a project's database.
  private static func documents(_ project: String?) -> String {
    let fields = #""joke_id":{"stringValue":"j"},"rating":{"integerValue":"5"}"#
    return project.map {
      #"{"name":"projects/\#($0)/databases/d/documents/rating_events/a","fields":{\#(fields)}}"#
        + "\n"
    } ?? ["a", "b"].map { #"{"id":"\#($0)","joke_id":"j","rating":5}"# + "\n" }.joined()
  }

  @Test(
    arguments: [
      ([nil], 2), ([nil, nil], 2), ([nil, "p"], 2), (["p", nil], 2), (["p", "p"], 1),
      (["p", "q"], 2), (["p", "q", nil, nil], 3),
    ] as [([String?], Int)])
  func `a name without a database is that of the same id in any`(
    projects: [String?], count: Int
  ) async throws {
    for (number, project) in projects.enumerated() {
      try bench.write(Self.documents(project), to: "documents-\(number)")
    }
    let found = try await counts(
      projects.indices.map { "documents-\($0)" } + ["--duplicates", "first"])
    #expect(found.totals["hilarious"] == count)
  }
}
