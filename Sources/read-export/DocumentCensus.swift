import ByteIO
import Console
import Formats
import JSONText
import Wiring

/// Counts the documents of each collection.
///
/// A class, because the reader calls it and the run reads its counts.
final class DocumentCensus: DocumentVisitor {
  /// A collection's path, with `*` for every document on it, so that there are no more of them than
  /// the data has kinds; nil where documents do not say what they are in. Kept as UTF-8, because
  /// strings that differ in normalisation only would be one.
  private var counts: [[UInt8]?: Int] = [:]
  private(set) var otherDocumentCount = 0
  /// Documents of which nothing says what they are called.
  private(set) var unnamedCount = 0
  private let ledger: Ledger
  private let progress: RunProgress

  init(_ ledger: Ledger, _ progress: RunProgress) {
    self.ledger = ledger
    self.progress = progress
  }

  /// All documents of the collections that were read.
  var documentCount: Int { counts.values.reduce(0, +) }

  /// The collections in the order of their names' bytes, unnamed documents last.
  var collections: [(name: String?, count: Int)] {
    let named = counts.compactMap { key, count in key.map { ($0, count) } }
    let sorted = named.sorted { $0.0.lexicographicallyPrecedes($1.0) }
    return sorted.map { (String(decoding: $0.0, as: UTF8.self), $0.1) }
      + (counts[nil].map { [(nil, $0)] } ?? [])
  }

  /// The counts, a line each.
  var lines: [UInt8] {
    collections.flatMap { name, count in
      var writer = JSONWriter()
      writer.object { line in
        line.key("collection")
        if let name { line.string(name) } else { line.null() }
        line.member("documents", count)
      }
      return writer.bytes + [UInt8(ascii: "\n")]
    }
  }

  func visit(_ document: borrowing ExportedDocument) {
    ledger.recordCount += 1
    progress.recordCount += 1
    if document.identity == nil { unnamedCount += 1 }
    counts[document.identity?.collection.map(Self.pattern), default: 0] += 1
  }

  private static func pattern(_ path: String) -> [UInt8] {
    guard path.contains("/") else { return Array(path.utf8) }
    let parts = path.split(separator: "/").enumerated().map { $0 % 2 == 0 ? $1 : "*" }
    return Array(parts.joined(separator: "/").utf8)
  }

  /// Takes note of a document that is none that Firestore could hold, and of the place of what shows
  /// it.
  func reject(_ document: borrowing ExportedDocument, _ error: Unrepresentable) throws {
    ledger.recordCount += 1
    progress.recordCount += 1
    let record = document.record
    try ledger.reject(
      kind: "unusable document", error.reason,
      at: error.offset.map { record.place(of: $0) } ?? record.place,
      documentID: document.identity?.id, record: document.kept)
  }

  /// Says that a member which stands beside a document's parts is not printed.
  func warn(of member: (name: String, place: Place), documentID: String?) {
    ledger.diagnostics.warning(
      "'\(member.name)' is no part of a document, and not printed", kind: "unprinted member",
      at: member.place, documentID: documentID)
  }

  func reject(_ problem: RecordProblem) throws { try ledger.reject(problem) }
  func passOver(documentCount: Int) { otherDocumentCount += documentCount }
  func advance(to byte: Int) { progress.advance(to: byte) }
}
