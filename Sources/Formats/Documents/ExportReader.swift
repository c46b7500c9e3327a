import Scan
package import SystemIO

/// Receives the documents of an export.
package protocol DocumentVisitor: CollectionVisitor {
  /// Takes one document.
  func visit(_ document: borrowing ExportedDocument) throws
}

/// Reads the documents of an export, or of one collection of it.
package enum ExportReader {
  /// Reads a whole input in any format of documents.
  ///
  /// - Parameter collection: the wanted collection; nil selects all.
  /// - Throws: `DamagedInput`, `SystemError`, and the errors of the visitor.
  package static func read(
    _ window: consuming ByteWindow, as format: InputFormat, collection: String?, isSalvaging: Bool,
    knowing context: InputContext = InputContext(), visitor: any DocumentVisitor
  ) throws -> StreamResult {
    let output = ByteOutput(discarding: window.path)
    return try DocumentReader.read(
      window, as: format, into: output, collection: collection, isSalvaging: isSalvaging,
      knowing: context, Delegate(visitor: visitor, collection: collection))
  }

  private struct Delegate: DocumentHandlerDelegate {
    let visitor: any DocumentVisitor
    let collection: String?

    func decide(
      _ fields: UnreadFields, _ record: Record, _ source: any DocumentSource
    ) throws -> RecordFate {
      let document = ExportedDocument(record, source: source)
      // A field of a plain document may name another collection.
      if let collection, let found = document.identity?.collection, !found.hasBytes(of: collection)
      {
        visitor.passOver(documentCount: 1)
      } else {
        try visitor.visit(document)
      }
      return .keep
    }

    func reject(_ problem: RecordProblem) throws { try visitor.reject(problem) }
    func passOver(documentCount: Int) { visitor.passOver(documentCount: documentCount) }
    func advance(to byte: Int) { visitor.advance(to: byte) }
  }
}

/// The fields of a document, checked only as JSON.
struct UnreadFields: DocumentFields {
  private(set) var holdsObjectsOnly = true
  private(set) var memberCount = 0

  init() {}

  init(_ cursor: inout JSONCursor, _ spelling: FieldSpelling) throws(JSONSyntaxError) {
    self.init()
    try cursor.beginObject()
    var isFirst = true
    while try cursor.nextMember(&isFirst) != nil {
      memberCount += 1
      if try cursor.kind() != .object { holdsObjectsOnly = false }
      try cursor.skipValue()
    }
  }
}
