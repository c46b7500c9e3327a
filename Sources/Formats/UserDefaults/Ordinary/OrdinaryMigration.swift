/// A migration that can be made of an ordinary dump at once, from its bytes to new ones.
///
/// It is a pure function: it runs on any thread, and what came of it is entered in the books
/// afterwards. What it makes it has read again and found to hold what was decided.
package protocol OrdinaryMigration: Sendable {
  /// The keys that matter to it.
  var keys: OrdinaryKeys { get }

  /// What becomes of a dump; nil where that is for the strict way to say.
  func migrate(_ dump: borrowing OrdinaryDump, in text: Span<UInt8>) -> OrdinaryOutcome?
}

extension OrdinaryMigration {
  /// What becomes of the dump that begins at an offset, and where it ends; nil where it is not
  /// ordinary.
  package func migrate(
    _ text: Span<UInt8>, at start: Int
  ) -> (outcome: OrdinaryOutcome, end: Int)? {
    guard let dump = OrdinaryDump.read(text, at: start, keys) else { return nil }
    guard let outcome = migrate(dump, in: text) else { return nil }
    return (outcome, dump.range.upperBound)
  }
}

/// What became of an ordinary dump.
package enum OrdinaryOutcome: Sendable {
  /// A flag says that the migration is done: the dump stays as it is.
  case alreadyDone
  /// Its rated jokes are saved.
  case saved(SavedJokesCounts, [UInt8])
  /// Its ratings are binary.
  case binary(OrdinaryBinaryRatings.Counts, [UInt8])

  /// The bytes to put in its place; nil where it stays as it came.
  var replacement: [UInt8]? {
    switch self {
    case .alreadyDone: nil
    case .saved(_, let bytes), .binary(_, let bytes): bytes
    }
  }
}
