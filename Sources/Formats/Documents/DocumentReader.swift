import Scan
import SystemIO

/// Reads the documents of an input in any format, and writes the kept and edited ones.
enum DocumentReader {
  /// Reads a whole input in any format of documents.
  ///
  /// - Parameters:
  ///   - output: nil discards it.
  ///   - recordLimit: the largest JSON size of a document, in bytes; nil is Firestore's limit.
  /// - Throws: `DamagedInput`, `DamagedCompression`, `SystemError`, and the errors of the delegate.
  static func read<Delegate: DocumentHandlerDelegate>(
    _ window: consuming ByteWindow, as format: InputFormat, into output: consuming ByteOutput?,
    collection: String?, database: String? = nil, isSalvaging: Bool,
    knowing context: InputContext = InputContext(), sharing: WorkSharing = WorkSharing(),
    recordLimit: Int? = nil, _ delegate: Delegate
  ) throws -> StreamResult {
    var delegate = delegate
    let output = output ?? ByteOutput(discarding: window.path)
    switch format.reading {
    case .documents(let framing, let layout):
      if format.isOneDocument, let id = context.documentPath.last, try isBlank(&window) {
        try meetNothing(in: window.path, context.documentPath, collection, id: id, &delegate)
      }
      var stream = RecordStream(
        DocumentHandler(
          delegate, layout, format, collection: collection, database: database,
          isSalvaging: isSalvaging, path: format.isOneDocument ? context.documentPath : []),
        window: window, output: output, formatName: format.displayName, isSalvaging: isSalvaging,
        isRewritten: context.isRewritten, sharing: sharing, recordLimit: recordLimit)
      try stream.run(framing)
      try stream.handler.checkHolder()
      let continuation = stream.handler.continuation
      var result = stream.finish()
      result.continuation = continuation
      return result
    case .log:
      var stream = LogReader(
        EntityHandler(delegate, collection: collection), window: window, output: output,
        formatName: format.displayName, isSalvaging: isSalvaging, isRewritten: context.isRewritten,
        sharing: sharing)
      try stream.run()
      return stream.finish()
    case .rows(let framing):
      guard let (latest, file) = context.latestRows else {
        preconditionFailure("the rows are looked through before they are read")
      }
      let path = window.path
      var stream = RecordStream(
        ChangeRowHandler(delegate, collection: collection, latest, file: file), window: window,
        output: output, formatName: format.displayName, isSalvaging: isSalvaging,
        isRewritten: context.isRewritten)
      try stream.run(framing)
      try stream.handler.checkCount(path: path)
      return stream.finish()
    case .rejects(.documents, let framing):
      var stream = RecordStream(
        RejectedDocumentHandler(
          delegate: delegate, collection: collection, database: database,
          isRewritten: context.isRewritten),
        window: window, output: output, formatName: format.displayName, isSalvaging: isSalvaging,
        isRewritten: context.isRewritten)
      try stream.run(framing)
      return stream.finish()
    case .dumps, .propertyList, .rejects(.dumps, _):
      preconditionFailure("\(format.rawValue) holds no documents")
    }
  }

  /// Whether an input is only white space.
  private static func isBlank(_ window: inout ByteWindow) throws -> Bool {
    while true {
      var cursor = JSONCursor(window.bytes, at: window.bytes.byteOrderMarkLength)
      cursor.skipWhitespace()
      if cursor.next != nil { return false }
      guard try window.refill() == .more else { return window.isAtEnd }
    }
  }

  /// Rejects an empty file in the place of a document, which an interrupted backup leaves.
  private static func meetNothing(
    in file: String, _ path: [String], _ wanted: String?, id: String,
    _ delegate: inout some DocumentHandlerDelegate
  ) throws {
    if let wanted, !wanted.hasBytes(of: path.dropLast().joined(separator: "/")) { return }
    try delegate.reject(
      .unusable(
        "its file is empty, as an interrupted backup leaves it: the document is lost",
        Place(file: file), documentID: id))
  }
}
