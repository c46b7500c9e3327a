package import ByteIO
import JSONText
package import Jokes

/// One rating event of an export, lent while it is decided about.
package struct RatingEventDocument: ~Escapable {
  /// The record it stands in.
  package let record: Record
  /// Where the fields are that the rules need.
  package let fields: RatingEventFields

  @_lifetime(copy record)
  init(_ record: Record, fields: RatingEventFields) {
    self.record = record
    self.fields = fields
  }

  /// What its rating was found to be.
  package var reading: RatingReading { fields.reading(in: record.text) }

  /// The place of its rating, or of the document where it has none.
  package var ratingPlace: Place {
    fields.rating.map { record.place(of: $0.lowerBound) } ?? record.place
  }

  /// Why the document cannot be used for any job, or nil.
  package var ambiguity: (reason: String, place: Place)? {
    fields.duplicate.map { duplicate in
      ("'\(duplicate.field.rawValue)' occurs twice", record.place(of: duplicate.offset))
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
  package var identity: DocumentIdentity? { DocumentIdentity(of: record) }
}
