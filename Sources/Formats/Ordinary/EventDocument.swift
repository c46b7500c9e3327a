import Scan

/// What it takes to decide about events of one shape: where the first stands in what is compared, and its parts.
///
/// A class, because patterns are searched by what else they have.
final class EventDocument: Sendable {
  /// Where the record stands in its line, or behind what separates it from the one before it.
  let record: Range<Int>
  /// The parts of the document.
  let parts: DocumentParts
  /// Where the fields stand that say whose vote it is.
  let votePlaces: VotePlaces?

  /// The document of an event that was read strictly, out of a text that begins with its line, or with what
  /// separates it from the one before it.
  init(_ record: Record, _ source: ShapedDocument) {
    self.record = record.range
    parts = source.facts
    votePlaces = source.votePlaces(in: record)
  }
}
