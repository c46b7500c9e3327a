/// The ids that occur twice in the inputs, known by a fingerprint of 64 bits each.
///
/// A class, because the first reading fills it and the second asks it.
package final class DuplicateIDs {
  private var seen: Set<Fingerprint> = []
  private var twice: Set<Fingerprint> = []
  private var isComplete = true

  /// No ids yet.
  package init() {}

  /// Notes that an input can be read only once: a second document of an id is found as it comes.
  package func cannotLookAhead() { isComplete = false }

  /// Whether all documents were looked at before.
  package var looksAhead: Bool { isComplete }

  /// Enters an id.
  ///
  /// - Returns: whether it was there already.
  @discardableResult
  package func enter(_ id: String) -> Bool {
    let fingerprint = Fingerprint(id)
    if seen.insert(fingerprint).inserted { return false }
    twice.insert(fingerprint)
    return true
  }

  /// Whether an id was entered twice.
  package func contains(_ id: String) -> Bool { !twice.isEmpty && twice.contains(Fingerprint(id)) }
}
