import Jokes
import Scan
package import SystemIO

/// Receives the findings of a job in an export, in order.
package protocol DocumentVisitor: FindingVisitor {
  /// The job, without outcomes.
  var job: any DocumentJob { get }
}

/// Reads the documents of an export, and writes the kept and edited records.
package enum ExportReader {
  /// Reads a whole input in any format of documents.
  ///
  /// - Parameters:
  ///   - output: nil discards it.
  ///   - collection: the path of the wanted collection; nil selects all.
  ///   - database: the database of relative references, if known.
  ///   - sharing: how the work is divided between threads; the result does not depend on it.
  ///   - recordLimit: the largest size of a document, in bytes; nil is Firestore's limit.
  /// - Throws: `DamagedInput`, `DamagedCompression`, `SystemError`, and the errors of the visitor.
  package static func read(
    _ window: consuming ByteWindow, as format: InputFormat,
    into output: consuming ByteOutput? = nil,
    collection: String? = RatingEventDocument.collection, database: String? = nil,
    isSalvaging: Bool,
    knowing context: InputContext = InputContext(), sharing: WorkSharing = WorkSharing(),
    recordLimit: Int? = nil, visitor: any DocumentVisitor
  ) throws -> StreamResult {
    let collector = FindingCollector(visitor.job)
    let output = output ?? ByteOutput(discarding: window.path)
    switch format.reading {
    case .documents(let framing, let layout):
      if format.isOneDocument, let id = context.documentPath.last, try isBlank(&window) {
        try meetNothing(in: window.path, context.documentPath, collection, id: id, visitor)
      }
      var stream = RecordStream(
        DocumentHandler(
          collector, layout, format, collection: collection, database: database,
          isSalvaging: isSalvaging, path: format.isOneDocument ? context.documentPath : []),
        for: visitor, window: window, output: output, formatName: format.displayName,
        isSalvaging: isSalvaging,
        isRewritten: context.isRewritten, sharing: sharing, recordLimit: recordLimit)
      try stream.run(framing)
      if let damage = stream.handler.missingHolder {
        guard isSalvaging else { throw damage }
        try visitor.reject(.damaged(damage))
      }
      let continuation = stream.handler.continuation
      var result = stream.finish()
      result.continuation = continuation
      return result
    case .log:
      var stream = LogReader(
        EntityHandler(collector, collection: collection), for: visitor, window: window,
        output: output,
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
        ChangeRowHandler(
          collector: collector, collection: collection, latest: latest, file: file),
        for: visitor,
        window: window,
        output: output, formatName: format.displayName, isSalvaging: isSalvaging,
        isRewritten: context.isRewritten)
      try stream.run(framing)
      try stream.handler.checkCount(path: path)
      return stream.finish()
    case .rejects(.documents, let framing):
      var stream = RecordStream(
        RejectedDocumentHandler(
          collector: collector, collection: collection, database: database,
          isRewritten: context.isRewritten),
        for: visitor, window: window, output: output, formatName: format.displayName,
        isSalvaging: isSalvaging,
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
    _ visitor: any DocumentVisitor
  ) throws {
    if let wanted, !wanted.hasBytes(of: path.dropLast().joined(separator: "/")) { return }
    try visitor.reject(
      .unusable(
        "its file is empty, as an interrupted backup leaves it: the document is lost",
        Place(file: file), documentID: id))
  }
}
