import Scan
import SystemIO

/// How many documents each collection has.
///
/// A collection is known by its path, with `*` for every document on it, so that there are no more of
/// them than the data has kinds; nil stands for documents that do not say what they are in. Kept as
/// UTF-8, because strings that differ in normalisation only would be one.
package struct CollectionCounts: Sendable {
  private var counts: [[UInt8]?: Int] = [:]
  private let limit: Int
  /// Documents of collections beyond the limit.
  package private(set) var uncountedCount = 0

  /// - Parameter limit: how many collections are told apart.
  package init(limit: Int = .max) { self.limit = limit }

  /// All documents.
  package var documentCount: Int { counts.values.reduce(uncountedCount, +) }

  /// The collections in the order of their names' bytes, unnamed documents last.
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
