package import ByteIO
import JSONText
package import Jokes

/// What an export of rating events is read for.
package protocol RatingEventVisitor: AnyObject {
  /// Decides about one event.
  func visit(_ event: RatingEventDocument) throws -> Decision
  /// Takes note of a record that could not be read and stays as it came.
  func reject(_ problem: RecordProblem) throws
  /// Takes note of documents of another collection, which stay as they came.
  func passOver(documentCount: Int)
  /// Takes note of progress: bytes of the input dealt with, from its start.
  func advance(to byte: Int)
}

/// Reads the rating events of an export, writing out what is kept of it.
package enum RatingEventReader {
  /// The name of the collection.
  package static let collection = "rating_events"

  /// Reads all of an input in one of the formats that hold documents.
  ///
  /// - Throws: `DamagedInput`, `SystemError`, and what the visitor throws.
  package static func read(
    _ window: consuming ByteWindow, as format: InputFormat, into output: consuming ByteOutput,
    isSalvaging: Bool, visitor: any RatingEventVisitor
  ) throws -> StreamResult {
    var stream = RecordStream(
      Handler(visitor: visitor), window: window, output: output, formatName: format.displayName,
      isSalvaging: isSalvaging)
    if let framing = format.framing { try stream.run(framing) }
    return stream.finish()
  }

  private struct Handler: RecordHandler {
    let visitor: any RatingEventVisitor

    // No document is larger than 1 MiB; escapes make its text six times as long at most.
    static let recordLimit = 16 << 20

    func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> RatingEventFields {
      try RatingEventFields(&cursor)
    }

    func isCollection(_ key: JSONString, _ cursor: JSONCursor) -> Bool {
      key.equals(Array(RatingEventReader.collection.utf8), in: cursor.text)
        && cursor.holdsObjects
    }

    func decide(_ fields: RatingEventFields, _ record: Record) throws -> RecordFate {
      if record.key != nil, fields.holdsObjectsOnly, fields.memberCount > 0 {
        visitor.passOver(documentCount: fields.memberCount)
        return .keep
      }
      let event = RatingEventDocument(record, fields: fields)
      switch try visitor.visit(event) {
      case .keep, .refuse: return .keep
      case .delete: return .drop
      case .update(let rating): return fields.patch(to: rating, in: record.text)
      }
    }

    func reject(_ problem: RecordProblem) throws { try visitor.reject(problem) }

    func advance(to byte: Int) { visitor.advance(to: byte) }
  }
}
