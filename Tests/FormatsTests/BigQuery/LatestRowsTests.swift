import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

/// The latest rows of a changelog, and the documents in them.
struct LatestRowsTests {
  private static let root = "projects/p/databases/(default)/documents/"

  private struct Outcome {
    /// The id and the rating of each document that counts.
    var ratings: [String] = []
    var problems: [String] = []
    var passedOver = 0
    var counts = RecordCounts()
    var found = LatestRows()
  }

  /// A row; without data where it has none.
  private static func row(
    _ id: String, _ operation: String = "UPDATE", at moment: String, rating: Int? = nil,
    collection: String = "rating_events"
  ) -> String {
    let data = rating.map { #""data":"{\"joke_id\":\"j\",\"rating\":\#($0)}","# } ?? ""
    return #"{"timestamp":\#(moment),"document_name":"\#(root)\#(collection)/\#(id)",\#(data)"#
      + #""operation":"\#(operation)"}"# + "\n"
  }

  private static func seconds(_ second: Int) -> String {
    "\"2026-03-01 00:00:0\(second) UTC\""
  }

  /// Reads files of rows, all of them looked through before.
  private func read(
    _ files: [String], isSalvaging: Bool = false,
    _ decide: @escaping (RatingReading) -> Decision = { _ in .keep }
  ) throws -> Outcome {
    try TemporaryDirectory.with { directory in
      var outcome = Outcome()
      let paths = try files.enumerated().map { try directory.write($1, to: "rows-\($0)") }
      for (file, path) in paths.enumerated() {
        try outcome.found.look(
          through: ByteWindow(try InputFile(path: path), byteCount: 32), as: .bigQuery[1],
          file: file, isSalvaging: isSalvaging, progress: { _ in })
      }
      for (file, path) in paths.enumerated() {
        var seen: [String] = []
        let visitor = AskingVisitor { event in
          seen.append("\(event.identity?.id ?? "-") \(event.reading)")
          return decide(event.reading)
        }
        let result = try ExportReader.read(
          ByteWindow(try InputFile(path: path), byteCount: 32), as: .bigQuery[1],
          into: ByteOutput(discarding: "rows"), isSalvaging: isSalvaging,
          knowing: InputContext(latestRows: (outcome.found, file)), visitor: visitor)
        outcome.ratings += seen
        outcome.passedOver += visitor.passedOver
        outcome.counts += result.counts
        outcome.problems += visitor.problems.map(Self.reason)
      }
      return outcome
    }
  }

  private static func reason(_ problem: RecordProblem) -> String {
    switch problem {
    case .unusable(let reason, let place, let id, _): "\(place.line ?? 0) \(id ?? "-"): \(reason)"
    case .damaged(let damage): "\(damage.place?.line ?? 0): damaged"
    case .tooLarge: "too large"
    case .listed: "listed"
    }
  }

  private static func ratings(_ pairs: (String, Rating)...) -> [String] {
    pairs.map { "\($0) \(RatingReading.rating($1))" }
  }

  @Test func `a document counts once, as its greatest timestamp has it`() throws {
    let rows =
      Self.row("a", at: Self.seconds(2), rating: 5) + Self.row("a", at: Self.seconds(1), rating: 1)
      + Self.row("b", "CREATE", at: Self.seconds(1), rating: 2)
    #expect(try read([rows]).ratings == Self.ratings(("a", .five), ("b", .two)))
  }

  @Test func `the later of rows with equal timestamps counts, in another file too`() throws {
    let one = Self.row("a", at: Self.seconds(1), rating: 1)
    let other = Self.row("a", at: Self.seconds(1), rating: 5)
    #expect(try read([one + other]).ratings == Self.ratings(("a", .five)))
    #expect(try read([one, other]).ratings == Self.ratings(("a", .five)))
    #expect(try read([other, one]).ratings == Self.ratings(("a", .one)))
  }

  @Test func `an import is older than everything else`() throws {
    let imported = Self.row("a", "IMPORT", at: "\"1970-01-01 00:00:00 UTC\"", rating: 1)
    let updated = Self.row("a", at: Self.seconds(1), rating: 5)
    #expect(try read([updated + imported]).ratings == Self.ratings(("a", .five)))
    #expect(try read([imported]).ratings == Self.ratings(("a", .one)))
  }

  @Test func `a deletion takes the document away, until it is made again`() throws {
    let old = Self.row("a", "CREATE", at: Self.seconds(1), rating: 1)
    let deletion = Self.row("a", "DELETE", at: Self.seconds(2))
    let deleted = try read([deletion + old])
    #expect(deleted.ratings.isEmpty)
    #expect(deleted.found.documentCount == 1 && deleted.found.deletedCount == 1)
    let again = Self.row("a", "CREATE", at: Self.seconds(3), rating: 5)
    #expect(try read([again + old, deletion]).ratings == Self.ratings(("a", .five)))
  }

  @Test(arguments: [
    "\"2026-03-01 00:00:01.5 UTC\"", "\"2026-03-01 00:00:01.500001\"",
    "\"2026-03-01T00:00:01.5Z\"", "\"2026-03-01 01:00:01.5+01:00\"",
    "\"2026-03-01 00:00:01.5+00\"", #""2026-03-01T00:00:01.5\u002B00:00""#, "1772323201.5",
    "\"1.7723232015E9\"",
  ])
  func `a moment has many spellings`(moment: String) throws {
    let rows = [Self.seconds(1), moment, Self.seconds(2)].map { moment in
      Self.row("a", at: moment, rating: 1) + Self.row("b", at: moment, rating: 1)
    }
    // Between the two others, whichever comes first.
    let later = try read([rows[1] + rows[0]])
    #expect(later.counts.kept == 4 && later.problems.isEmpty, "\(later.problems)")
    let first = Self.row("a", at: Self.seconds(1), rating: 1)
    let middle = Self.row("a", at: moment, rating: 3)
    let last = Self.row("a", at: Self.seconds(2), rating: 5)
    #expect(try read([middle + first]).ratings == Self.ratings(("a", .three)))
    #expect(try read([last + middle]).ratings == Self.ratings(("a", .five)))
  }

  @Test func `documents of other collections are passed over once each`() throws {
    let rows =
      Self.row("j", at: Self.seconds(1), rating: 5, collection: "jokes")
      + Self.row("j", at: Self.seconds(2), rating: 5, collection: "jokes")
      + Self.row("x", at: Self.seconds(2), rating: 5, collection: "users/u/rating_events")
    let outcome = try read([rows])
    #expect(outcome.ratings.isEmpty && outcome.passedOver == 2)
  }

  @Test(arguments: [
    (#""document_name":"nowhere","operation":"UPDATE","timestamp":1,"data":"{}""#, "document_name"),
    (#""document_name":"a//b/c","operation":"UPDATE","timestamp":1,"data":"{}""#, "document_name"),
    (#""operation":"UPDATE","timestamp":1,"data":"{}""#, "document_name"),
    (#""document_name":"c/a","operation":"TRUNCATE","timestamp":1,"data":"{}""#, "operation"),
    (#""document_name":"c/a","operation":"UPDATE","timestamp":"soon","data":"{}""#, "timestamp"),
    (#""document_name":"c/a","operation":"UPDATE","timestamp":"1e999","data":"{}""#, "timestamp"),
    (#""document_name":"c/a","operation":"UPDATE","data":"{}""#, "timestamp"),
    (
      #""document_name":"c/a","operation":"UPDATE","operation":"DELETE","timestamp":1"#,
      "'operation' occurs twice"
    ),
    (#""document_name":"rating_events/a","operation":"UPDATE","timestamp":1"#, "no text in 'data'"),
    (
      #""document_name":"rating_events/a","operation":"UPDATE","timestamp":1,"data":"{\"a\":""#,
      "holds no document"
    ),
    (
      #""document_name":"rating_events/a","operation":"UPDATE","timestamp":1,"data":"[]""#,
      "holds no document"
    ),
    (
      #""document_name":"rating_events/a","operation":"UPDATE","timestamp":1,"data":"{} 1""#,
      "holds no document"
    ),
  ])
  func `a row that says nothing is rejected, with its line`(row: String, reason: String) throws {
    let outcome = try read([Self.row("b", at: Self.seconds(1), rating: 5) + "{\(row)}\n"])
    #expect(outcome.ratings == Self.ratings(("b", .five)))
    #expect(outcome.problems.count == 1)
    #expect(outcome.problems.first?.hasPrefix("2 ") == true, "\(outcome.problems)")
    #expect(outcome.problems.first?.contains(reason) == true, "\(outcome.problems)")
  }

  @Test func `a changed rating is counted, and the row stays as it is`() throws {
    let rows = Self.row("a", at: Self.seconds(1), rating: 4)
    let outcome = try read([rows]) { _ in .update(.five) }
    #expect(outcome.counts.changed == 1)
  }

  @Test func `damage ends the reading, or is a reject`() throws {
    let rows = Self.row("a", at: Self.seconds(1), rating: 5)
    #expect(throws: DamagedInput.self) { try read([rows + "{\"a\":\n"]) }
    let outcome = try read([rows + "{\"a\":\n" + rows], isSalvaging: true)
    #expect(outcome.ratings == Self.ratings(("a", .five)))
    #expect(outcome.problems == ["2: damaged"])
  }

  @Test(arguments: ["damaged", "too large"])
  func `no row counts of a document that the beginning of a lost row names`(problem: String) throws
  {
    let sound = Self.row("a", at: Self.seconds(1), rating: 1)
    let other = Self.row("b", at: Self.seconds(1), rating: 2)
    let later = Self.row("a", at: Self.seconds(2), rating: 5)
    let lost =
      problem == "damaged"
      ? later.dropLast(2) + "\n"
      : later.dropLast(2) + #","old_data":""# + String(repeating: "x", count: 16 << 20) + "\"}\n"
    let outcome = try read([sound + lost + other], isSalvaging: true)
    #expect(outcome.ratings == Self.ratings(("b", .two)))
    #expect(outcome.problems == [problem == "damaged" ? "2: damaged" : problem])
    #expect(outcome.found.unknownCount == 1 && outcome.found.unplacedCount == 0)
  }

  @Test func `a lost row that names no document is counted`() throws {
    let sound = Self.row("a", at: Self.seconds(1), rating: 1)
    let outcome = try read([sound + "{\"timestamp\":4,\"document_na\n"], isSalvaging: true)
    #expect(outcome.ratings == Self.ratings(("a", .one)))
    #expect(outcome.found.unknownCount == 0 && outcome.found.unplacedCount == 1)
  }

  @Test(arguments: [
    row("a", "REPLACE", at: seconds(2), rating: 5), row("a", "REPLACE", at: seconds(0), rating: 5),
    row("a", "DELETE", at: "\"yesterday\""), row("a", at: "null", rating: 5),
    row("a", at: seconds(2) + #","timestamp":4"#, rating: 5),
  ])
  func `a document with a row that cannot be placed counts in none`(row: String) throws {
    let sound = Self.row("a", at: Self.seconds(1), rating: 1)
    let other = Self.row("b", at: Self.seconds(1), rating: 2)
    for files in [
      [sound + row + other], [row + other + sound], [other + sound, row], [row, sound + other],
    ] {
      let outcome = try read(files)
      #expect(outcome.ratings == Self.ratings(("b", .two)))
      #expect(outcome.problems.count == 1 && outcome.problems[0].contains(" a: "))
      #expect(outcome.problems[0].hasSuffix("so no row of its document counts"))
      #expect(outcome.found.unknownCount == 1 && outcome.found.deletedCount == 0)
    }
  }

  @Test func `rows that were not looked through are noticed`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(Self.row("a", at: Self.seconds(1), rating: 5), to: "rows")
      var found = LatestRows()
      try found.look(
        through: ByteWindow(try InputFile(path: path)), as: .bigQuery[1], file: 0,
        isSalvaging: false, progress: { _ in })
      try directory.write(Self.row("b", at: Self.seconds(1), rating: 5), to: "rows")
      #expect(throws: OutputRefusal.self) {
        _ = try ExportReader.read(
          ByteWindow(try InputFile(path: path)), as: .bigQuery[1],
          into: ByteOutput(discarding: "rows"), isSalvaging: false,
          knowing: InputContext(latestRows: (found, 0)), visitor: AskingVisitor { _ in .keep })
      }
    }
  }
}
