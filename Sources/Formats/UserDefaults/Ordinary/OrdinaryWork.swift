import ByteIO

/// Migrates ordinary dumps, one after the other, in room that is kept: making it anew for each took a
/// fifth of the instructions. Each thread has its own.
package struct OrdinaryWork: ~Copyable, Sendable {
  /// So many elements are kept room for, so that one large dump does not burden those after it.
  static let keptCapacity = 1 << 12

  private let migration: any OrdinaryMigration
  private var dump: OrdinaryDump
  private var edit = OrdinaryEdit()

  /// Work that is all by one migration.
  package init(_ migration: any OrdinaryMigration) {
    self.migration = migration
    dump = OrdinaryDump(migration.keys)
  }

  /// What becomes of the dump that begins at an offset, and where it ends; nil where it is not
  /// ordinary.
  ///
  /// - Parameters:
  ///   - isLine: whether there is no line end but at the end of the text.
  ///   - output: what the dump becomes is appended, where it does not stay as it came.
  package mutating func migrate(
    _ text: Span<UInt8>, at start: Int, isLine: Bool = false, into output: inout [UInt8]
  ) -> (outcome: OrdinaryOutcome, end: Int)? {
    guard dump.read(text, at: start, isLine: isLine) else { return nil }
    edit.reset()
    let countBefore = output.count
    guard let outcome = migration.migrate(dump, &edit, in: text, into: &output) else {
      output.removeLast(output.count - countBefore)
      return nil
    }
    return (outcome, dump.range.upperBound)
  }

  /// Writes down how what was appended last becomes the dump again.
  ///
  /// - Parameter place: up to where the text is dealt with.
  func enter(_ steps: inout DeltaSteps, from place: inout Int, of text: Span<UInt8>) {
    edit.enter(&steps, from: &place, of: text)
  }

  /// The edits that made of a dump what was appended last; ranges count from its beginning.
  func edits(of text: Span<UInt8>) -> [Edit] {
    edit.edits(of: text, from: dump.range.lowerBound)
  }
}
