import Scan

/// The place of a document in another one.
struct InnerDocument: Sendable {
  /// The keys of the enclosing containers.
  var path: [String]
  var key: JSONString
  /// The range of the value.
  var value: Range<Int>
  /// Whether it is a duplicate collection with this key, instead of a document.
  var isSecondCollection = false
}

extension InnerDocument {
  /// The documents in an object of collections, last one first.
  ///
  /// - Parameters:
  ///   - start: the offset of the object in the record's text.
  ///   - outer: the path of the object.
  static func all(
    inCollectionsAt start: Int, of record: Record, below outer: [String]
  ) -> [InnerDocument] {
    var documents: [InnerDocument] = []
    var names: Set<[UInt8]> = []
    for collection in record.members(ofObjectAt: start) {
      guard names.insert(collection.key.utf8(in: record.text)).inserted else {
        documents.append(
          InnerDocument(
            path: outer, key: collection.key, value: collection.value, isSecondCollection: true))
        continue
      }
      guard record.text[collection.value.lowerBound] == UInt8(ascii: "{") else {
        // A value that is not a collection is later rejected as a document.
        documents.append(
          InnerDocument(path: outer, key: collection.key, value: collection.value))
        continue
      }
      let path = outer + [collection.key.string(in: record.text)]
      for document in record.members(ofObjectAt: collection.value.lowerBound) {
        documents.append(InnerDocument(path: path, key: document.key, value: document.value))
      }
    }
    return documents.reversed()
  }
}
