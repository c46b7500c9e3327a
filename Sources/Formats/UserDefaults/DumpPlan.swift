/// What is planned for a dump: whether anything, and whether a dump holds its result.
package protocol DumpPlan {
  /// Whether a flag in the dump says that nothing is left to do.
  var isAlreadyDone: Bool { get }
  /// Whether a dump holds what was decided.
  func isCarriedOut(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool
}

extension BinaryRatingsMigration: DumpPlan {}
extension SavedJokesMigration: DumpPlan {}
