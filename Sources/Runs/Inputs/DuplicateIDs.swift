package import Formats

/// The ids that occur twice in the inputs, as 64-bit fingerprints.
///
/// A class, because the first reading fills it and the second queries it.
package final class DuplicateIDs {
  private var seen = HashTable<Fingerprint>()
  private var repeated = HashTable<Fingerprint>()
  /// Whether every document was read ahead. Of an input that can be read only once, a duplicate is
  /// known only when it is read.
  package var looksAhead = true

  /// Creates an empty set.
  package init() {}

  /// Forgets the ids that occur once, after a first reading of all inputs.
  package func endLookingAhead() { seen = HashTable() }

  /// Adds an id by its fingerprint.
  ///
  /// - Returns: whether it was there already.
  @discardableResult
  package func enter(_ id: Fingerprint) -> Bool {
    if seen.insert(id) { return false }
    repeated.insert(id)
    return true
  }

  /// The ids added twice so far.
  package var twice: Twice { Twice(ids: repeated) }

  /// Ids that occur twice.
  package struct Twice: Sendable {
    fileprivate let ids: HashTable<Fingerprint>

    /// Whether the id of an event's document occurs twice.
    package func containID(of event: borrowing RatingEventDocument) -> Bool {
      guard !ids.isEmpty, let key = DocumentKey(of: event) else { return false }
      return ids.contains(key.id)
    }
  }
}
