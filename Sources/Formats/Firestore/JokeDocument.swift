package import Jokes
package import Scan
import SystemIO

/// One document of `jokes`, lent while it is looked at.
package struct JokeDocument: ~Escapable {
  /// What it is called; nil where the export does not say.
  package let id: JokeID?
  private let record: Record
  private let fields: JokeFields
  private let source: any DocumentSource
  /// How popular the joke is; nil where a number is there that is too large for one.
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

  /// The place of its first byte.
  package var place: Place { record.place }

  /// What a list of rejects keeps of it.
  package var kept: RejectedRecord? { source.kept(record) }

  /// Why it cannot be shown, and where that is; nil where it can.
  package var problem: (reason: String, place: Place)? {
    if id == nil { return ("the joke has no id", record.place) }
    guard popularity == nil, let range = fields.popularity else { return nil }
    return ("popularity_score is too large for a number", record.place(of: range.lowerBound))
  }

  /// What is told; empty where the document has no text.
  package var text: String { fields.text?.string(in: record.text) ?? "" }

  /// The joke; nil where there is a problem.
  package var joke: Joke? {
    guard let id, let popularity else { return nil }
    let text = text
    return Joke(
      id: id, text: text,
      category: JokeCategory(text: text, type: fields.type?.string(in: record.text)),
      isForChristmas: fields.isForChristmas, popularity: popularity)
  }
}
