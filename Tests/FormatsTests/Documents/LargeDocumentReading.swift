import Jokes
import Scan
import SystemIO
import TestSupport

@testable import Formats

/// The fields that were read of a document.
struct ReadDocument: Hashable, Comparable {
  var name: String
  var fields: String
  var start: Place
  var end: Place

  static func < (first: ReadDocument, second: ReadDocument) -> Bool {
    (first.start.byte ?? 0) < (second.start.byte ?? 0)
  }
}

/// The result of reading a file with a limit on the size of documents.
struct LargeReading {
  var documents: [ReadDocument] = []
  var problems: [RecordProblem] = []
  var passedOver = 0
  var counts = RecordCounts()
  var output: [UInt8] = []
  var damage: DamagedInput?

  var text: String { String(decoding: output, as: UTF8.self) }

  /// The places of records that are too large.
  var largePlaces: [Int?] {
    problems.map { problem in
      if case .tooLarge(let place, _, _) = problem { place.byte } else { -1 }
    }
  }
}

/// Migrates each event, and notes what it was.
private final class LargeReader: DocumentHandlerDelegate {
  typealias Fields = RatingEventFields

  var reading = LargeReading()

  func decide(
    _ fields: RatingEventFields, _ record: Record, _ source: any DocumentSource
  ) throws -> RecordFate {
    let identity = source.identity(of: record)
    reading.documents.append(
      ReadDocument(
        name: "\(identity?.collection ?? "?")/\(identity?.id ?? "?")",
        fields: try Self.typed(record, source),
        start: withoutFile(record.place),
        end: withoutFile(record.place(of: record.range.upperBound - 1))))
    let event = RatingEventDocument(record, fields: fields, source: source)
    return fields.fate(for: BinaryRatingRule().decide(event.reading), in: record)
  }

  private static func typed(_ record: Record, _ source: any DocumentSource) throws -> String {
    do {
      return String(decoding: try source.typedFields(of: record), as: UTF8.self)
    } catch let error as Unrepresentable {
      return error.reason
    }
  }

  func reject(_ problem: RecordProblem) { reading.problems.append(problem) }
  func passOver(documentCount: Int) { reading.passedOver += documentCount }
  func advance(to byte: Int) {}
}

/// Migrates a file through a window of any size.
///
/// - Parameter isDiscarding: whether nothing is made of the output.
func readLarge(
  _ input: String, as format: InputFormat, in collection: String?, recordLimit: Int?,
  window byteCount: Int = 32, isDiscarding: Bool = false, isSalvaging: Bool = false
) throws -> LargeReading {
  try TemporaryDirectory.with { directory in
    let window = ByteWindow(
      try InputFile(path: directory.write(input, to: "events")), byteCount: byteCount)
    let target = directory.path(of: "output")
    let output =
      isDiscarding ? ByteOutput(discarding: target) : try ByteOutput(OutputTarget(target))
    let reader = LargeReader()
    do {
      var result = try DocumentReader.read(
        window, as: format, into: output, collection: collection, isSalvaging: isSalvaging,
        recordLimit: recordLimit, reader)
      try result.output.finish().publish()
      reader.reading.counts = result.counts
      if !isDiscarding { reader.reading.output = try directory.bytes(of: "output") }
    } catch let damage as DamagedInput {
      reader.reading.damage = damage
    }
    return reader.reading
  }
}
