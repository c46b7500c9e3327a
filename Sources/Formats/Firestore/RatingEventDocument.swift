package import Jokes
package import Scan
import SystemIO

/// One document of an export as a rating event, valid as long as the bytes around it.
package struct RatingEventDocument: ~Copyable, ~Escapable {
  /// The name of the collection of rating events.
  package static let collection = "rating_events"

  /// The event's record.
  package private(set) var record: Record
  /// The places of the fields that the rules need.
  let fields: RatingEventFields
  let source: any DocumentSource
  /// The places of the fields that identify a vote, if known.
  let votePlaces: VotePlaces?

  @_lifetime(copy record)
  init(
    _ record: Record, fields: RatingEventFields, source: any DocumentSource,
    votePlaces: VotePlaces? = nil
  ) {
    self.record = record
    self.fields = fields
    self.source = source
    self.votePlaces = votePlaces
  }

  /// Moves to another event of the same shape, whose fields have the same offsets.
  ///
  /// - Parameter places: converts offsets to places in the input.
  @_lifetime(self: copy text)
  mutating func move(to range: Range<Int>, of text: Span<UInt8>, _ places: inout PlacesInOrder) {
    record.move(to: range, of: text, &places)
  }

  /// The rating.
  package var reading: RatingReading { fields.reading(in: record.text) }

  /// The place of the rating, or of the document if it has none.
  package var ratingPlace: Place {
    fields.ratingOffset.map { record.place(of: $0) } ?? record.place
  }

  /// Whether the document is unusable for any job.
  package var isAmbiguous: Bool { fields.duplicate != nil }

  /// Why the document is unusable for any job; nil if it is usable.
  package var ambiguity: (reason: String, place: Place)? {
    fields.duplicate.map { duplicate in
      ("'\(duplicate.field.name)' occurs twice", record.place(of: duplicate.offset))
    }
  }

  /// Why the document cannot be ranked; nil if it can.
  package var unrankableReason: String? {
    switch fields.jokeID {
    case .missing: "'joke_id' is missing"
    case .notAString: "'joke_id' is not a string"
    case .text(let string): string.range.isEmpty ? "'joke_id' is empty" : nil
    }
  }

  /// Calls a closure with the joke ID as UTF-8, if it is usable.
  package func withJokeID(_ body: (Span<UInt8>) -> Void) {
    guard case .text(let string) = fields.jokeID, !string.range.isEmpty else { return }
    string.withUTF8(in: record.text, body)
  }

  /// The document's name, if the input has it.
  package var identity: DocumentIdentity? { source.identity(of: record) }

  /// The ID that the event's own fields form, if it differs from the document's.
  package var contradictingID: String? { source.contradictingID(of: record) }

  /// Calls a closure with the document ID and the full name, which is empty if unknown. Without an
  /// ID the closure is not called.
  package func withName(_ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void) {
    source.withName(of: record, body)
  }

  /// The entry for the list of rejects.
  package var kept: RejectedRecord? { source.kept(record) }

  /// The typed fields of the REST API, as a JSON object.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the value.
  package func typedFields() throws -> [UInt8] {
    try source.checkedFields(of: record, wantsFullNames: true)
  }

  /// One typed field of the REST API; nil if it is missing.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the value.
  package func typedValue(of field: String) throws -> [UInt8]? {
    let value = try source.typedValue(of: field, in: record)
    if let value { try TypedFieldsCheck(wantsFullNames: true).check(value: value.span) }
    return value
  }
}
