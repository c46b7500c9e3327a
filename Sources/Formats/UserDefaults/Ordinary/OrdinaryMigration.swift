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

extension OrdinaryMigration {
  /// What becomes of the dump that begins at an offset, and where it ends; nil where it is not
  /// ordinary.
  ///
  /// - Parameter output: what the dump becomes is appended, where it does not stay as it came.
  package func migrate(
    _ text: Span<UInt8>, at start: Int, _ work: inout OrdinaryWork, into output: inout [UInt8]
  ) -> (outcome: OrdinaryOutcome, end: Int)? {
    guard work.dump.read(text, at: start, keys) else { return nil }
    work.edit.reset()
    let countBefore = output.count
    guard let outcome = migrate(work.dump, &work.edit, in: text, into: &output) else {
      output.removeLast(output.count - countBefore)
      return nil
    }
    return (outcome, work.dump.range.upperBound)
  }
}

/// The room that migrations of ordinary dumps work in, one dump after the other: making it anew for
/// each took a fifth of the instructions. Each thread has its own.
package struct OrdinaryWork: ~Copyable, Sendable {
  /// So many elements are kept room for, so that one large dump does not burden those after it.
  static let keptCapacity = 1 << 12

  var dump = OrdinaryDump()
  var edit = OrdinaryEdit()

  /// Room for nothing so far.
  package init() {}
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
