import Scan
import SystemIO

/// Reads the existing documents of a changelog, each from its latest row.
struct ChangeRowHandler: RecordHandler, CollectingHandler {
  var collector: FindingCollector
  /// The wanted collection; nil selects all.
  let collection: String?
  /// The result of the first pass over all inputs.
  let latest: LatestRows
  /// The index of this input in that pass.
  let file: Int
  /// The number of rows that were the latest of an existing document.
  private(set) var latestCount = 0

  static var recordLimit: Int { ChangeRow.byteLimit }

  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> ChangeRow {
    try ChangeRow(&cursor)
  }

  mutating func decide(_ row: ChangeRow, _ record: Record) throws -> RecordFate {
    let change: ChangeRow.Change
    do throws(UnusableRow) {
      change = try row.change(in: record.text)
    } catch var error {
      if error.name != nil { error.reason += ", so no row of its document counts" }
      return reject(error, record)
    }
    guard
      latest.isLatest(change, in: record.text, file: file, byte: record.place.byte ?? 0)
    else {
      collector.passOver(documentCount: 0)
      return .keep
    }
    latestCount += 1
    let identity = DocumentIdentity(name: change.name.string(in: record.text))
    guard let identity else {
      return reject(UnusableRow(reason: "its 'document_name' names no document"), record)
    }
    if let collection, identity.collection?.hasBytes(of: collection) != true {
      collector.passOver(documentCount: 1)
      return .keep
    }
    guard let data = row.data else {
      return reject(
        UnusableRow(reason: "it has no text in 'data'", name: change.name), record)
    }
    return decide(data.utf8(in: record.text).span, change.name, identity, record)
  }

  /// Decides about the document in a row's JSON.
  private mutating func decide(
    _ text: Span<UInt8>, _ name: JSONString, _ identity: DocumentIdentity, _ record: Record
  ) -> RecordFate {
    let fields: RatingEventFields
    let parts: DocumentParts
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(text)
      cursor.skipWhitespace()
      parts = DocumentParts(fields: cursor.offset)
      fields = try RatingEventFields(&cursor, .plain)
      try cursor.end()
    } catch {
      let reason = "its 'data' holds no document: \(error.reason.rawValue)"
      return reject(UnusableRow(reason: reason, name: name), record)
    }
    let document = ShapedDocument(
      layout: .changedDocument, format: "", foundParts: parts, path: [], knownIdentity: identity)
    let fate = collector.decide(fields, record.derived(text), document)
    switch fate {
    case .keep, .drop, .dropLeaving: return fate
    // An edit is counted and not applied, since the row is history.
    case .edit: return .edit([])
    }
  }

  private mutating func reject(_ row: UnusableRow, _ record: Record) -> RecordFate {
    keepRejected(
      .unusable(
        "the row holds no readable document: \(row.reason)", record.place,
        documentID: row.name.flatMap { DocumentIdentity(name: $0.string(in: record.text))?.id },
        record: .undocumented))
  }

  func documentID(ofBeginning record: Record) -> String? {
    let json = ObjectBeginning(JSONCursor(record.text, at: record.valueStart)).json
    var cursor = JSONCursor(json.span)
    do throws(JSONSyntaxError) {
      return try ChangeRow(&cursor).documentID(in: json.span)
    } catch {
      // The value is not a row.
      return nil
    }
  }

  /// A row is listed as its document, which a damaged one does not tell.
  func kept(damaged line: [UInt8]?) -> RejectedRecord? {
    line == nil ? RejectedRecord(nil, leavingOut: .unread) : .undocumented
  }

  /// Checks that the rows are those of the first pass.
  ///
  /// - Throws: `OutputRefusal` if the input has changed.
  func checkCount(path: String) throws {
    guard latestCount != latest.documentCount(inFile: file) else { return }
    throw OutputRefusal(.inputOutput, "'\(path)' changed while it was read")
  }
}

extension ChangeRow {
  // A document of 1 MiB grows sixfold by escapes, which are escaped again, and the row also has the
  // previous state.
  static let byteLimit = 16 << 20
}
