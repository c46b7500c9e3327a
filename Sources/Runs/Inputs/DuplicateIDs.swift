/// The ids that occur twice in the inputs, known by a fingerprint of 64 bits each.
///
/// A class, because the first reading fills it and the second asks it.
package final class DuplicateIDs {
  private var seen = FingerprintSet()
  private var repeated = FingerprintSet()
  private var isComplete = true

  /// No ids yet.
  package init() {}

  /// Notes that an input can be read only once: a second document of an id is found as it comes.
  package func cannotLookAhead() { isComplete = false }

  /// Whether all documents were looked at before.
  package var looksAhead: Bool { isComplete }

  /// Enters an id by its fingerprint.
  ///
  /// - Returns: whether it was there already.
  @discardableResult
  package func enter(_ id: Fingerprint) -> Bool {
    if seen.insert(id) { return false }
    repeated.insert(id)
    return true
  }

  /// The ids that were entered twice so far.
  package var twice: Twice { Twice(ids: repeated) }

  /// Ids that were entered twice.
  package struct Twice: Sendable {
    fileprivate let ids: FingerprintSet

    /// Whether an id is one of these.
    package func contains(_ id: String) -> Bool { !ids.isEmpty && ids.contains(Fingerprint(id)) }
  }
}
