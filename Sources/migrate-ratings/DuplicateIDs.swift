import Formats
import Jokes
import Wiring

/// The ids that occur twice in the inputs, known by a fingerprint of 64 bits each.
///
/// A class, because the first reading fills it and the second asks it.
final class DuplicateIDs {
  private var seen: Set<UInt64> = []
  private var twice: Set<UInt64> = []
  private var isComplete = true

  /// Notes that an input can be read only once: a second document of an id is found as it comes.
  func cannotLookAhead() { isComplete = false }

  /// Whether all documents were looked at before.
  var looksAhead: Bool { isComplete }

  /// Enters an id.
  ///
  /// - Returns: whether it was there already.
  @discardableResult
  func enter(_ id: String) -> Bool {
    let fingerprint = Self.fingerprint(id)
    if seen.insert(fingerprint).inserted { return false }
    twice.insert(fingerprint)
    return true
  }

  /// Whether an id was entered twice.
  func contains(_ id: String) -> Bool { !twice.isEmpty && twice.contains(Self.fingerprint(id)) }

  /// A hash whose key is new in each process; of a million ids, two share one once in 10⁷ runs.
  private static func fingerprint(_ id: String) -> UInt64 {
    var hasher = Hasher()
    for byte in id.utf8 { hasher.combine(byte) }
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

/// Reads documents only for their ids.
final class DuplicateFinder: RatingEventVisitor {
  private let duplicates: DuplicateIDs
  private let progress: RunProgress

  init(_ duplicates: DuplicateIDs, _ progress: RunProgress) {
    self.duplicates = duplicates
    self.progress = progress
  }

  func visit(_ event: RatingEventDocument) -> Decision {
    if let identity = event.identity { duplicates.enter(identity.name ?? identity.id) }
    return .keep
  }

  func reject(_ problem: RecordProblem) {}
  func passOver(documentCount: Int) {}
  func advance(to byte: Int) { progress.advance(to: byte) }
}
