/// Whoever wants to know how what is written differs from what was read, as far as the writer can tell.
package protocol ChangeFollower: Sendable {
  /// Takes note of a stretch.
  ///
  /// Stretches come in the order in which they stand; what lies between them is for the follower to
  /// compare.
  func note(_ stretch: ChangedStretch) throws
}

/// A stretch of a result, and what it was made from.
package struct ChangedStretch: Sendable {
  /// Where in the input it was read.
  package var original: Range<Int>
  /// Where in the result it was written.
  package var result: Range<Int>
  /// How many bytes that follow are the same in both, where the two go on with as many.
  package var sameByteCount: Int
  /// How these bytes become those.
  package var steps: DeltaSteps.Finished
  /// The path that the result has so far.
  package var resultPath: String
}
