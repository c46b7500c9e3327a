package import ByteIO
import JSONText
package import Jokes

/// Reads an export of `jokes` for the texts of a few of them.
package enum JokeCatalogueReader {
  /// The name of the collection.
  package static let collection = "jokes"

  /// The texts of the wanted jokes; one that is not in the catalogue is not in the result, and one
  /// without a text has an empty one.
  ///
  /// - Throws: `DamagedInput`, `SystemError`.
  package static func texts(
    _ window: consuming ByteWindow, as format: InputFormat, of wanted: Set<JokeID>
  ) throws -> [JokeID: String] {
    let path = window.path
    var stream = RecordStream(
      Handler(wanted: wanted), window: window, output: ByteOutput(discarding: path),
      formatName: format.displayName, isSalvaging: false)
    if let framing = format.framing { try stream.run(framing) }
    return stream.handler.found
  }

  private struct Handler: RecordHandler {
    let wanted: Set<JokeID>
    var found: [JokeID: String] = [:]

    static let recordLimit = 16 << 20

    init(wanted: Set<JokeID>) { self.wanted = wanted }

    func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
      guard try cursor.kind() == .object else {
        throw JSONSyntaxError(.expectedObject, at: cursor.offset)
      }
      try cursor.skipValue()
    }

    func isCollection(_ key: JSONString, _ cursor: JSONCursor) -> Bool {
      key.equals(Array(JokeCatalogueReader.collection.utf8), in: cursor.text) && cursor.holdsObjects
    }

    mutating func decide(_: Void, _ record: Record) -> RecordFate {
      guard let identity = DocumentIdentity(of: record) else { return .keep }
      let id = JokeID(identity.id)
      if wanted.contains(id) { found[id] = record.firstString(of: "text") ?? "" }
      return .keep
    }

    func reject(_ problem: RecordProblem) {}

    func advance(to byte: Int) {}
  }
}
