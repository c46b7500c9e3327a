import ByteIO
import JSONText
import Jokes

/// How rating events in lines are decided about on any thread.
extension DocumentHandler: CollectingHandler where Delegate == FindingCollector {
  mutating func begin(showing outcomeCount: Int) {
    delegate.begin(showing: outcomeCount)
    adoptRule()
  }

  var isFull: Bool { delegate.isFull }

  mutating func fail(_ error: any Error) { delegate.fail(error) }

  mutating func takeFindings() -> PartFindings? { delegate.takeFindings() }

  var passedCount: Int { scanner?.count ?? 0 }

  mutating func takeCounts() -> (events: OrdinaryCounts, records: RecordCounts) {
    guard let counts = scanner?.takeCounts(), let rule = scanner?.rule else {
      return (OrdinaryCounts(), RecordCounts())
    }
    return (counts, counts.records(rule))
  }

  var tally: Tally { scanner?.tally ?? Tally() }

  mutating func passLines(
    _ text: Span<UInt8>, from offset: inout Int, of chunk: LineChunk,
    into decided: inout DecidedRecords, _ records: inout RecordCounts
  ) throws {
    repeat {
      scanner?.pass(text, from: &offset, dropping: true, into: &decided)
    } while try offset < text.count
      && showEvents(text, from: &offset, of: chunk, into: &decided, &records) && !isFull
  }

  /// Decides about events of a known shape whose outcomes are wanted.
  ///
  /// - Returns: whether there were any.
  private mutating func showEvents(
    _ text: Span<UInt8>, from offset: inout Int, of chunk: LineChunk,
    into decided: inout DecidedRecords, _ records: inout RecordCounts
  ) throws -> Bool {
    guard let (events, event, document) = scanner?.find(text, at: offset) else { return false }
    let (range, parts) = (document.record, document.parts)
    var fields = RatingEventFields(of: event)
    fields.votePlaces = document.votePlaces
    let source: any DocumentSource = source(parts)
    for _ in 0..<events.count where !isFull {
      let line = offset..<offset + events.byteCount
      // Of each, what was found in the first of its shape stands in the same place.
      let record = Record(
        text.extracting(line), range: range, valueStart: range.lowerBound, key: nil,
        origin: chunk.origin(
          of: offset + range.lowerBound, inLineAt: offset, linesBefore: decided.count))
      let fate = try decide(fields, record, source, parts)
      records.enter(fate)
      decided.add(fate, of: range, line: line)
      offset = line.upperBound
    }
    return events.count > 0
  }
}
