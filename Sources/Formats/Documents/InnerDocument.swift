import Scan

/// Where a document stands in another one.
struct InnerDocument: Sendable {
  /// The keys of the containers around it.
  var path: [String]
  var key: JSONString
  /// Where its value stands.
  var value: Range<Int>
  /// Whether it is no document, but a second collection of the same name, which its key is.
  var isSecondCollection = false
}

extension InnerDocument {
  /// The documents of the collections that an object holds by their names or paths, last one first.
  ///
  /// - Parameters:
  ///   - start: where in the record's text the object begins.
  ///   - outer: the keys of the containers around what it holds.
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
        // What is no collection is found to be no document, either.
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
