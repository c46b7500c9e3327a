import ByteIO
import JSONText
import Jokes

/// How rating events are decided about on any thread.
extension DocumentHandler: CollectingHandler where Delegate == FindingCollector {
  mutating func begin(showing outcomeCount: Int) {
    delegate.begin(showing: outcomeCount)
    adoptRule()
  }

  /// Begins to show so many changes, whatever was shown before.
  mutating func show(_ outcomeCount: Int) {
    delegate.outcomesWanted = outcomeCount
    adoptRule()
  }

  var isFull: Bool { delegate.isFull }

  /// How many ordinary events were met.
  var metCount: Int { scanner?.metCount ?? 0 }

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

  mutating func passKnown(
    _ text: Span<UInt8>, from offset: inout Int, before limit: Int,
    into decided: inout DecidedRecords, _ records: inout RecordCounts,
    origin: (KnownPlace) -> Record.Origin
  ) throws {
    // The scanner knows the shapes of one container only.
    guard path == learnedPath else { return }
    repeat {
      scanner?.pass(text, from: &offset, before: limit, into: &decided)
    } while try offset < limit
      && showEvents(text, from: &offset, before: limit, into: &decided, &records, origin: origin)
      && !isFull
  }

  /// Decides about events of a known shape whose outcomes are wanted.
  ///
  /// - Returns: whether there were any.
  private mutating func showEvents(
    _ text: Span<UInt8>, from offset: inout Int, before limit: Int,
    into decided: inout DecidedRecords, _ records: inout RecordCounts,
    origin: (KnownPlace) -> Record.Origin
  ) throws -> Bool {
    guard let (events, event, document) = scanner?.find(text, at: offset, before: limit) else {
      return false
    }
    let (range, parts) = (document.record, document.parts)
    var fields = RatingEventFields(of: event)
    fields.votePlaces = document.votePlaces
    let source: any DocumentSource = source(parts)
    for _ in 0..<events.count where !isFull {
      let known = offset..<offset + events.byteCount
      // Of each, what was found in the first of its shape stands in the same place.
      let record = Record(
        text.extracting(known), range: range, valueStart: range.lowerBound, key: nil,
        origin: origin(
          KnownPlace(record: offset + range.lowerBound, start: offset, number: decided.count)))
      let fate = try decide(fields, record, source, parts)
      records.enter(fate)
      decided.add(fate, of: range, line: known)
      offset = known.upperBound
    }
    return events.count > 0
  }
}
