import Scan
import SystemIO

/// The ID and name of a document in an export, and their source.
package struct DocumentIdentity: Sendable, Hashable {
  /// The document ID, the last part of the name.
  package var id: String
  /// The full name, `projects/P/databases/D/documents/…`, if the export has it.
  package var name: String?

  /// The path of the collection, such as `users/u/rating_events`; nil if the export lacks it.
  package var collection: String?
  /// The time of the last change, in the export's spelling.
  package var updateTime: String?
}

extension DocumentIdentity {
  /// Parses a full name, `projects/P/databases/D/documents/c/id`, or a path, `c/id`; nil for other
  /// text.
  init?(name: String) {
    let bytes = ContiguousArray(name.utf8)
    let text = bytes.span
    guard text.isDocumentName,
      let slash = text.lastOffset(of: UInt8(ascii: "/"), before: text.count)
    else { return nil }
    let start = text.pathStart
    id = text.extracting(slash + 1..<text.count).text
    collection = text.extracting(start..<slash).text
    if start > 0 { self.name = name }
  }

  /// Calls a closure with the ID and the full name as UTF-8; the name is empty if unknown.
  func withName(_ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void) {
    id.withUTF8Bytes { id in (name ?? "").withUTF8Bytes { body(id, $0) } }
  }
}

extension Span<UInt8> {
  /// Whether this is the full name or path of a document directly in the collection.
  ///
  /// Equivalent to the collection of `DocumentIdentity`, without allocating strings.
  func isName(ofDocumentIn collection: [UInt8]) -> Bool {
    guard let slash = lastOffset(of: UInt8(ascii: "/"), before: count) else { return false }
    let start = pathStart
    guard slash - start == collection.count, slash + 1 < count else { return false }
    for index in collection.indices where self[start + index] != collection[index] { return false }
    return true
  }

  /// Whether this is the full name or path of a document.
  var isDocumentName: Bool {
    var start = pathStart
    var count = 1
    while let slash = firstOffset(of: UInt8(ascii: "/"), from: start) {
      if slash == start { return false }
      count += 1
      start = slash + 1
    }
    return start < self.count && count.isMultiple(of: 2)
  }
}

extension JSONString {
  /// Whether it is the full name or path of a document, or has no slash.
  func isIDOrName(in text: Span<UInt8>) -> Bool {
    isDocumentName(in: text) || !string(in: text).hasSlash
  }

  /// Whether it is the full name or path of a document.
  func isDocumentName(in text: Span<UInt8>) -> Bool {
    if isEscaped { return DocumentIdentity(name: string(in: text)) != nil }
    return text.extracting(range).isDocumentName
  }
}
