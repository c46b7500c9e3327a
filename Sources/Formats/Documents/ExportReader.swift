import Scan
package import SystemIO

/// What an export is read for, whatever its documents are.
package protocol DocumentVisitor: AnyObject {
  /// Takes note of one document.
  func visit(_ document: borrowing ExportedDocument) throws
  /// Takes note of a record that could not be read.
  func reject(_ problem: RecordProblem) throws
  /// Takes note of documents of another collection than the one that is read.
  func passOver(documentCount: Int)
  /// Takes note of progress: bytes of the input dealt with, from its start.
  func advance(to byte: Int)
}

/// Reads every document of an export, or those of one collection.
package enum ExportReader {
  /// Reads all of an input in one of the formats that hold documents.
  ///
  /// - Parameter collection: the one that is read; nil reads all.
  /// - Throws: `DamagedInput`, `SystemError`, and what the visitor throws.
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
      // A plain document may say in a field that it is of another collection.
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

/// The fields of a document that is taken as it is: no more than what they hold is looked at.
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
