package import Jokes
package import Scan
import SystemIO

/// One rating event of an export, lent while it is decided about.
package struct RatingEventDocument: ~Escapable {
  /// The record it stands in.
  package private(set) var record: Record
  /// Where the fields are that the rules need.
  let fields: RatingEventFields
  let source: any DocumentSource
  /// Where the fields stand that say whose vote it is, where that is known.
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

  /// Moves on to an event of the same shape: what was found in the one stands in the same places of the
  /// other.
  ///
  /// - Parameter places: tells where in the input the event stands.
  @_lifetime(self: copy text)
  mutating func move(to range: Range<Int>, of text: Span<UInt8>, _ places: inout PlacesInOrder) {
    record.move(to: range, of: text, &places)
  }

  /// What its rating was found to be.
  package var reading: RatingReading { fields.reading(in: record.text) }

  /// The place of its rating, or of the document where it has none.
  package var ratingPlace: Place {
    fields.ratingOffset.map { record.place(of: $0) } ?? record.place
  }

  /// Why the document cannot be used for any job, or nil.
  package var ambiguity: (reason: String, place: Place)? {
    fields.duplicate.map { duplicate in
      ("'\(duplicate.field.name)' occurs twice", record.place(of: duplicate.offset))
    }
  }

  /// Why the document cannot be ranked, or nil.
  package var unrankableReason: String? {
    switch fields.jokeID {
    case .missing: "'joke_id' is missing"
    case .notAString: "'joke_id' is not a string"
    case .text(let string): string.range.isEmpty ? "'joke_id' is empty" : nil
    }
  }

  /// Lends the joke's id as UTF-8 bytes, where the document has a usable one.
  package func withJokeID(_ body: (Span<UInt8>) -> Void) {
    guard case .text(let string) = fields.jokeID, !string.range.isEmpty else { return }
    if string.isEscaped {
      body(string.utf8(in: record.text).span)
    } else {
      body(record.text.extracting(string.range))
    }
  }

  /// What the document is called, where anything in it says so.
  package var identity: DocumentIdentity? { source.identity(of: record) }

  /// Lends its id and, where it has one, its full name, or empty bytes; neither where nothing says what
  /// it is called.
  package func withName(_ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void) {
    source.withName(of: record, body)
  }

  /// What a list of rejects keeps of it.
  package var kept: RejectedRecord? { source.kept(record) }

  /// Its fields as the REST API types them: a JSON object.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  package func typedFields() throws -> [UInt8] {
    try source.checkedFields(of: record, references: .full)
  }

  /// One of its fields as the REST API types it; nil where it has none of this name.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  package func typedValue(of field: String) throws -> [UInt8]? {
    let value = try source.typedValue(of: field, in: record)
    if let value { try TypedFieldsCheck(references: .full).check(value: value.span) }
    return value
  }
}
