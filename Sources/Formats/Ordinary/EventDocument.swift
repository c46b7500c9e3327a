import JSONText

/// What it takes to decide about an event by itself: where its document stands, and its parts.
///
/// A class, because templates are searched by what else they have.
final class EventDocument: Sendable {
  /// Where the record stands, without what separates it from its neighbours.
  let record: Range<Int>
  /// The parts of the document.
  let parts: DocumentParts
  /// Where the fields stand that say whose vote it is.
  let votePlaces: VotePlaces?

  /// What an event that was read strictly has.
  init(_ record: Record, _ parts: DocumentParts) {
    self.record = record.range
    self.parts = parts
    votePlaces = parts.fields.map { VotePlaces(of: record, inObjectAt: $0) }
  }

  private init(_ record: Range<Int>, _ parts: DocumentParts, _ votePlaces: VotePlaces?) {
    (self.record, self.parts, self.votePlaces) = (record, parts, votePlaces)
  }

  /// The same at another place.
  func moved(by distance: Int) -> EventDocument {
    EventDocument(
      record.moved(by: distance), parts.moved(by: distance), votePlaces?.moved(by: distance))
  }
}
