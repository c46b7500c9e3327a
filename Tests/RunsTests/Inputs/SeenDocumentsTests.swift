import Formats
import Jokes
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct SeenDocumentsTests {
  /// Counts what counts of some NDJSON or REST inputs.
  private final class Counter: DocumentVisitor {
    let job: any DocumentJob = Job()
    var seen: SeenDocuments
    var count = 0

    init(_ policy: DuplicatePolicy) { seen = SeenDocuments(policy) }

    struct Job: DocumentJob {
      private(set) var outcomes: [(key: DocumentKey?, place: Place, id: String?)] = []

      var outcomeCount: Int { outcomes.count }

      mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
        outcomes.append((DocumentKey(of: event), event.record.place, event.identity?.id))
        return .keep
      }
    }

    func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
      for var document in (job as? Job)?.outcomes[outcomes] ?? [] {
        document.place.shift(by: start)
        if try seen.counts(document.key, at: document.place, documentID: document.id) {
          count += 1
        }
      }
    }

    func reject(_ problem: RecordProblem) {}
    func passOver(documentCount: Int, recordCount: Int) {}
    func advance(to byte: Int) {}
  }

  private func read(
    _ policy: DuplicatePolicy, _ inputs: [(InputFormat, String)]
  ) throws -> Counter {
    let counter = Counter(policy)
    try TemporaryDirectory.with { directory in
      for (index, input) in inputs.enumerated() {
        let path = try directory.write(input.1, to: "input-\(index)")
        _ = try ExportReader.read(
          ByteWindow(try InputFile(path: path)), as: input.0, into: ByteOutput(discarding: path),
          isSalvaging: false, visitor: counter)
      }
    }
    return counter
  }

  private static func named(_ project: String) -> (InputFormat, String) {
    (
      .restDocuments,
      #"{"name":"projects/\#(project)/databases/d/documents/rating_events/a","fields":{}}"# + "\n"
    )
  }
  private static let bare = (InputFormat.ndjson, "{\"id\":\"a\"}\n{\"id\":\"b\"}\n")

  @Test(arguments: [
    ([bare, bare], 2), ([bare, named("p")], 2), ([named("p"), bare], 2),
    ([named("p"), named("p")], 1), ([named("p"), named("q")], 2), ([bare], 2),
    ([named("p"), named("q"), bare, bare], 3),
  ])
  func `the first of each document counts`(inputs: [(InputFormat, String)], count: Int) throws {
    #expect(try read(.first, inputs).count == count)
    let all = try read(.count, inputs)
    #expect(all.count >= count)
    #expect(all.seen.duplicateCount == 0)
    let left = try read(.first, inputs).seen.duplicateCount
    #expect(left == all.count - count)
  }

  @Test func `a failure names both places`() throws {
    var found: RepeatedDocument?
    do {
      _ = try read(.fail, [Self.bare, Self.named("p")])
    } catch let error as RepeatedDocument {
      found = error
    }
    let error = try #require(found)
    #expect(error.place?.file.hasSuffix("input-1") == true)
    #expect(error.message.contains("input-0:1 (byte 0)"))
    #expect(error.documentID == "a")
    #expect(error.kind == .badData)
  }

  @Test func `documents without an id count, and are counted`() throws {
    let counter = try read(.first, [(.ndjson, "{\"rating\":4}\n{\"rating\":4}\n")])
    #expect(counter.count == 2)
    #expect(counter.seen.namelessCount == 2)
  }
}
