import Scan

/// The parts of an event's document, which all events of one shape share.
///
/// A class, so that the patterns, which are searched, stay small.
final class EventDocument: Sendable {
  /// The range of the record in its line, or after its separator.
  let record: Range<Int>
  let source: any DocumentSource
  /// The places of the fields that identify a vote, if known.
  let votePlaces: VotePlaces?

  /// Creates the document of a parsed event, from a text that begins with the event's line or
  /// separator.
  init(_ record: Record, _ source: ShapedDocument) {
    self.record = record.range
    self.source = source
    votePlaces = source.votePlaces(in: record)
  }
}
