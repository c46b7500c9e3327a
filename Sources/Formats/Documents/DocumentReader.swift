import ByteIO

/// Reads the documents of an input, whatever its format, writing out what is kept of it.
enum DocumentReader {
  /// Reads all of an input in one of the formats that hold documents.
  ///
  /// - Parameter recordLimit: how many bytes of JSON a document may have; nil is as many as Firestore's
  ///   can.
  /// - Throws: `DamagedInput`, `DamagedCompression`, `SystemError`, and what the delegate throws.
  static func read<Delegate: DocumentHandlerDelegate>(
    _ window: consuming ByteWindow, as format: InputFormat, into output: consuming ByteOutput,
    collection: String?, database: String? = nil, isSalvaging: Bool,
    knowing context: InputContext = InputContext(), sharing: LineSharing = LineSharing(),
    recordLimit: Int? = nil, _ delegate: Delegate
  ) throws -> StreamResult {
    switch format.reading {
    case .documents(let framing, let shape):
      var stream = RecordStream(
        DocumentHandler(
          delegate, shape, format, collection: collection, database: database,
          isSalvaging: isSalvaging, path: format.isOneDocument ? context.documentPath : []),
        window: window, output: output, formatName: format.displayName, isSalvaging: isSalvaging,
        sharing: sharing, recordLimit: recordLimit)
      do { try stream.run(framing) } catch { throw stream.window.reason(for: error) }
      let continuation = stream.handler.continuation
      var result = stream.finish()
      result.continuation = continuation
      return result
    case .log:
      var stream = LogStream(
        EntityHandler(delegate, collection: collection), window: window, output: output,
        formatName: format.displayName, isSalvaging: isSalvaging)
      do { try stream.run() } catch { throw stream.window.reason(for: error) }
      return stream.finish()
    case .rows(let framing):
      guard let (latest, file) = context.latestRows else {
        preconditionFailure("the rows are looked through before they are read")
      }
      let path = window.path
      var stream = RecordStream(
        ChangeRowHandler(delegate, collection: collection, latest, file: file), window: window,
        output: output, formatName: format.displayName, isSalvaging: isSalvaging)
      do { try stream.run(framing) } catch { throw stream.window.reason(for: error) }
      try stream.handler.checkCount(path: path)
      return stream.finish()
    case .dumps, .propertyList:
      preconditionFailure("\(format.rawValue) holds no documents")
    }
  }
}
