import Scan
import SystemIO

/// Reads the documents of a list of rejects, each in the layout of its original format.
///
/// Changes are made in the document's line. Documents that are still unreadable are rejected again,
/// at their original place.
struct RejectedDocumentHandler: RejectedRecordHandler {
  var collector: FindingCollector
  /// The wanted collection; nil selects all.
  let collection: String?
  let database: String?
  /// Whether the run rewrites the list or changes the database because of it.
  let isRewritten: Bool

  static var contents: InputFormat.Contents { .documents }

  mutating func decideAlone(_ line: RejectLine, _ record: Record) throws -> RecordFate {
    guard line.misshapen == nil, let format = line.format,
      case .documents(_, let layout) = format.reading, let content = line.content
    else { return keepRejected(line.problem(in: record, listOf: .documents)) }
    let place = line.place ?? record.place
    if isRewritten, format.isReadOnly {
      return keepRejected(
        .unusable(
          "it is one of \(format.displayName), which is only read", place,
          documentID: line.documentID, record: line.record(in: record.text)))
    }
    var handler = DocumentHandler(
      collector, layout, format, collection: collection, database: database, isSalvaging: true,
      path: line.path)
    if content.string == nil {
      if try isElsewhere(line, content, layout, in: record.text) {
        collector.passOver(documentCount: 1)
        return .keep
      }
      let listed = Record(
        record.text, listed: content.value, key: line.key, from: place, source: line.source)
      return try fate(of: listed, in: &handler, line, content, record)
    }
    guard let bytes = line.bytes(in: record.text) else {
      return keepRejected(line.problem(in: record, listOf: .documents))
    }
    let text = bytes.span
    let listed = Record(text, listed: 0..<text.count, from: place, source: line.source)
    return try fate(of: listed, in: &handler, line, content, record)
  }

  /// Whether the record's path is that of another collection than the wanted one.
  private func isElsewhere(
    _ line: RejectLine, _ content: RejectLine.Content, _ layout: DocumentLayout,
    in text: Span<UInt8>
  ) throws -> Bool {
    guard let collection, !line.path.isEmpty else { return false }
    let cursor = JSONCursor(text, at: content.value.lowerBound)
    return try layout.role(of: line.key, cursor, in: line.path, wanted: collection) != .record
  }

  /// The fate of the line, given by that of its record.
  private mutating func fate(
    of listed: Record, in handler: inout DocumentHandler, _ line: RejectLine,
    _ content: RejectLine.Content, _ record: Record
  ) throws -> RecordFate {
    let reading: DocumentHandler.Reading
    do throws(JSONSyntaxError) {
      reading = try Self.read(listed, handler)
    } catch {
      return keepRejected(
        .damaged(
          DamagedInput(
            format: handler.format.displayName, place: listed.place, reason: error.reason.rawValue,
            documentID: line.documentID, record: line.record(in: record.text))))
    }
    // From here on the handler collects.
    defer { collector = handler.collector }
    let fate =
      line.isAlone
      ? try handler.decide(handler.doubted(reading.parts, listed), reading.fields, listed)
      : try handler.decide(reading, listed)
    switch fate {
    case .keep, .drop: return fate
    case .edit(let edits) where content.string == nil:
      return .edit(edits.map { $0.moved(by: content.value.lowerBound - record.valueStart) })
    case .edit(let edits):
      let bytes = Edit.apply(edits, to: listed.bytes.copied)
      return .edit([record.edit(of: content, to: .json(bytes.onOneLine()))])
    case .dropLeaving(let bytes):
      let edit = record.edit(of: content, to: .json(bytes.onOneLine()))
      return .dropLeaving(Edit.apply([edit], to: record.bytes.copied))
    }
  }

  /// Reads a record, and checks that nothing follows it.
  private static func read(
    _ listed: Record, _ handler: DocumentHandler
  ) throws(JSONSyntaxError) -> DocumentHandler.Reading {
    var cursor = JSONCursor(
      listed.text.extracting(0..<listed.range.upperBound), at: listed.valueStart)
    cursor.skipWhitespace()
    let reading = try handler.read(&cursor)
    try cursor.end()
    return reading
  }
}
