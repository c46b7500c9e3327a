package import Jokes
package import Scan
import SystemIO

/// One document of `jokes`, valid as long as the bytes around it.
package struct JokeDocument: ~Escapable {
  /// The document ID; nil if the export lacks it.
  package let id: JokeID?
  private let record: Record
  private let fields: JokeFields
  private let source: any DocumentSource
  /// The popularity score; nil if the number is too large.
  private let popularity: Double?

  @_lifetime(copy record)
  init(_ record: Record, fields: JokeFields, source: any DocumentSource) {
    id = source.identity(of: record).map { JokeID($0.id) }
    popularity =
      if let range = fields.popularity {
        JSONNumber(record.text.extracting(range)).double
      } else {
        0
      }
    self.record = record
    self.fields = fields
    self.source = source
  }

  /// The place of the document's first byte.
  package var place: Place { record.place }

  /// The entry for the list of rejects.
  package var kept: RejectedRecord? { source.kept(record) }

  /// Why and where the document is unusable; nil if it is usable.
  package var problem: (reason: String, place: Place)? {
    if id == nil { return ("the joke has no id", record.place) }
    guard popularity == nil, let range = fields.popularity else { return nil }
    return ("popularity_score is too large for a number", record.place(of: range.lowerBound))
  }

  /// The text of the joke; empty if the field is missing.
  package var text: String { fields.text?.string(in: record.text) ?? "" }

  /// The joke; nil if there is a problem.
  package var joke: Joke? {
    guard let id, let popularity else { return nil }
    let text = text
    return Joke(
      id: id, text: text,
      category: JokeCategory(text: text, type: fields.type?.string(in: record.text)),
      isForChristmas: fields.isForChristmas, popularity: popularity)
  }
}
