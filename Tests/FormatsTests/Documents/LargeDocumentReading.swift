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

extension ReadDocument {
  fileprivate init(_ event: borrowing RatingEventDocument) throws {
    let (identity, record) = (event.identity, event.record)
    name = "\(identity?.collection ?? "?")/\(identity?.id ?? "?")"
    do {
      fields = String(
        decoding: try event.source.typedFields(of: record, repeating: false), as: UTF8.self)
    } catch let error as Unrepresentable {
      fields = error.reason
    }
    start = withoutFile(record.place)
    end = withoutFile(record.place(of: record.range.upperBound - 1))
  }
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
    var reading = LargeReading()
    let visitor = AskingVisitor { event in
      reading.documents.append(try ReadDocument(event))
      return BinaryRatingRule().decide(event.reading)
    }
    do {
      var result = try ExportReader.read(
        window, as: format, into: output, collection: collection, isSalvaging: isSalvaging,
        sharing: WorkSharing(threadCount: 0), recordLimit: recordLimit, visitor: visitor)
      try result.output.finish().publish()
      reading.counts = result.counts
      if !isDiscarding { reading.output = try directory.bytes(of: "output") }
    } catch let damage as DamagedInput {
      reading.damage = damage
    }
    (reading.problems, reading.passedOver) = (visitor.problems, visitor.passedOver)
    return reading
  }
}
