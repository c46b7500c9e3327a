/// A migration that can be made of an ordinary dump at once, from its bytes to new ones.
///
/// It is a pure function: it runs on any thread, and what came of it is entered in the books
/// afterwards. What it makes it has read again and found to hold what was decided.
package protocol OrdinaryMigration: Sendable {
  /// The keys that matter to it.
  var keys: OrdinaryKeys { get }

  /// What becomes of a dump; nil where that is for the strict way to say.
  ///
  /// - Parameters:
  ///   - edit: one that has nothing to do so far.
  ///   - output: what the dump becomes is appended, where it does not stay as it came.
  func migrate(
    _ dump: borrowing OrdinaryDump, _ edit: inout OrdinaryEdit, in text: Span<UInt8>,
    into output: inout [UInt8]
  ) -> OrdinaryOutcome?
}

/// What became of an ordinary dump.
package enum OrdinaryOutcome: Sendable {
  /// A flag says that the migration is done: the dump stays as it is.
  case alreadyDone
  /// Its rated jokes are saved.
  case saved(SavedJokesCounts)
  /// Its ratings are binary; so many of each there were.
  case binary(OrdinaryCounts)

  /// Whether the dump does not stay as it came.
  package var isChange: Bool {
    switch self {
    case .alreadyDone: false
    case .saved, .binary: true
    }
  }
}
