import Scan
import SystemIO

/// The number of documents in each collection.
///
/// A collection is a path with `*` for every document id, so that subcollections of one kind count
/// as one; nil is for documents that do not name theirs. The keys are UTF-8, because `String`
/// equates strings that differ in normalization only.
package struct CollectionCounts: Sendable {
  private var counts: [[UInt8]?: Int] = [:]
  private let limit: Int
  /// The documents of collections beyond the limit.
  package private(set) var uncountedCount = 0

  /// - Parameter limit: the number of collections that are told apart.
  package init(limit: Int = .max) { self.limit = limit }

  /// The number of all documents.
  package var documentCount: Int { counts.values.reduce(uncountedCount, +) }

  /// The collections in byte order, documents without one last.
  package var collections: [(name: String?, count: Int)] {
    let named = counts.compactMap { key, count in key.map { ($0, count) } }
    let sorted = named.sorted { $0.0.lexicographicallyPrecedes($1.0) }
    return sorted.map { (String(decoding: $0.0, as: UTF8.self), $0.1) }
      + (counts[nil].map { [(nil, $0)] } ?? [])
  }

  /// Counts a document of a collection.
  package mutating func enter(_ collection: String?) {
    let key = collection.map(Self.pattern)
    if counts.count >= limit, counts[key] == nil {
      uncountedCount += 1
    } else {
      counts[key, default: 0] += 1
    }
  }

  private static func pattern(_ path: String) -> [UInt8] {
    guard path.hasSlash else { return Array(path.utf8) }
    let parts = path.dividedAtSlashes().enumerated().map { $0 % 2 == 0 ? $1 : "*" }
    return Array(parts.joined(separator: "/").utf8)
  }
}
