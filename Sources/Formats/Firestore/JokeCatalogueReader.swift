package import Jokes
import Scan
package import SystemIO

/// Receives the documents of an export of jokes.
package protocol JokeVisitor: CollectionVisitor {
  /// Takes one document.
  func visit(_ document: borrowing JokeDocument) throws
}

/// Reads the joke catalogue, an export of `jokes`.
package enum JokeCatalogueReader {
  /// The name of the collection.
  package static let collection = "jokes"

  /// Reads a whole input in any format of documents.
  ///
  /// - Returns: the input, read to its end.
  /// - Throws: `DamagedInput`, `SystemError`, and the errors of the visitor.
  package static func read(
    _ window: consuming ByteWindow, as format: InputFormat, collection: String = collection,
    isSalvaging: Bool, knowing context: InputContext = InputContext(), visitor: any JokeVisitor
  ) throws -> StreamResult {
    try DocumentReader.read(
      window, as: format, into: nil, collection: collection, isSalvaging: isSalvaging,
      knowing: context, Delegate(visitor: visitor))
  }

  /// The texts of the wanted jokes. A joke without a text has an empty one; one that is not in the
  /// catalogue is missing. If the input is a log, its totals are returned too.
  ///
  /// - Throws: `DamagedInput`, `SystemError`.
  package static func texts(
    _ window: consuming ByteWindow, as format: InputFormat, of wanted: Set<JokeID>,
    knowing context: InputContext = InputContext()
  ) throws -> (texts: [JokeID: String], log: LogTotals?) {
    let collector = TextCollector(wanted)
    let result = try read(
      window, as: format, isSalvaging: false, knowing: context, visitor: collector)
    return (collector.texts, result.log)
  }

  private struct Delegate: DocumentHandlerDelegate {
    let visitor: any JokeVisitor

    func decide(
      _ fields: JokeFields, _ record: Record, _ source: any DocumentSource
    ) throws -> RecordFate {
      try visitor.visit(JokeDocument(record, fields: fields, source: source))
      return .keep
    }

    func reject(_ problem: RecordProblem) throws { try visitor.reject(problem) }
    func passOver(documentCount: Int) { visitor.passOver(documentCount: documentCount) }
    func advance(to byte: Int) { visitor.advance(to: byte) }
  }
}

/// Collects the texts of a few jokes.
private final class TextCollector: JokeVisitor {
  private(set) var texts: [JokeID: String] = [:]
  private let wanted: Set<JokeID>

  init(_ wanted: Set<JokeID>) { self.wanted = wanted }

  func visit(_ document: borrowing JokeDocument) {
    guard let id = document.id, wanted.contains(id) else { return }
    texts[id] = document.text
  }

  func reject(_ problem: RecordProblem) {}
  func passOver(documentCount: Int) {}
  func advance(to byte: Int) {}
}
