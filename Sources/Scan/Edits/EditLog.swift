/// Receives the steps from an output back to its input.
package protocol EditFollower: Sendable {
  /// Receives the next steps.
  func follow(_ steps: DeltaSteps.Finished) throws
}

/// Records the edits of an output as it is written, for the journal.
///
/// Every byte of the input is either copied or replaced, in order.
package struct EditLog: ~Copyable, Sendable {
  private let follower: any EditFollower
  /// Whether steps are held until the end, because the output may be dropped.
  private let isHeld: Bool
  private var steps = DeltaSteps(capacity: EditLog.room)
  /// The bytes copied since the last step.
  private var copiedByteCount = 0
  /// The held steps.
  private var sealed: [DeltaSteps.Finished] = []
  private static let limit = 256 << 10
  private static let pieceByteCount = 64 << 10
  /// What steps may come to before they are handed on.
  private static var room: Int { limit + 2 * pieceByteCount + 32 }

  /// - Parameter isHeld: whether steps are held until the end, because the output may be dropped.
  package init(_ follower: any EditFollower, isHeld: Bool) {
    self.follower = follower
    self.isHeld = isHeld
  }

  /// Records copied bytes, except for edits.
  package mutating func copy(
    _ bytes: Span<UInt8>, making edits: ArraySlice<Edit>, at offset: Int
  ) throws {
    var place = 0
    for edit in edits {
      let (start, end) = (edit.range.lowerBound - offset, edit.range.upperBound - offset)
      copiedByteCount += start - place
      place = end
      if edit.replacement.isEmpty, 1...Self.pieceByteCount ~= end - start {
        steps.append(copying: copiedByteCount, inserting: start..<end, of: bytes)
        copiedByteCount = 0
        if steps.bytes.count >= Self.limit { try seal() }
      } else {
        try replace(bytes.extracting(start..<end), with: edit.replacement.span)
      }
    }
    copiedByteCount += bytes.count - place
  }

  /// Records replaced bytes; only differing ones are kept.
  package mutating func replace(_ original: Span<UInt8>, with bytes: Span<UInt8>) throws {
    if original.count == bytes.count { return try exchange(original, with: bytes) }
    let (range, originalRange) = bytes.difference(from: original)
    copiedByteCount += range.lowerBound
    try step(passing: bytes.extracting(range), inserting: original.extracting(originalRange))
    copiedByteCount = bytes.count - range.upperBound
  }

  /// Records replaced bytes of the same count.
  private mutating func exchange(_ original: Span<UInt8>, with bytes: Span<UInt8>) throws {
    var place = 0
    while true {
      let same = bytes.sameByteCount(from: place, as: original, from: place)
      copiedByteCount += same
      place += same
      guard place < bytes.count else { return }
      var end = place + 1
      while end < bytes.count, bytes[end] != original[end] { end += 1 }
      try step(
        passing: bytes.extracting(place..<end), inserting: original.extracting(place..<end))
      place = end
    }
  }

  /// Splits long replacements, to bound the size of a step.
  private mutating func step(
    passing passed: Span<UInt8>, inserting inserted: Span<UInt8>
  ) throws {
    var (start, insertedStart) = (0, 0)
    repeat {
      let end = min(passed.count, start + Self.pieceByteCount)
      let insertedEnd = min(inserted.count, insertedStart + Self.pieceByteCount)
      steps.append(
        copying: copiedByteCount, passing: passed.extracting(start..<end),
        inserting: inserted.extracting(insertedStart..<insertedEnd))
      (copiedByteCount, start, insertedStart) = (0, end, insertedEnd)
      if steps.bytes.count >= Self.limit { try seal() }
    } while start < passed.count || insertedStart < inserted.count
  }

  /// Records ready steps.
  package mutating func enter(_ known: DeltaSteps.Finished) throws {
    try seal()
    try hold(known)
  }

  /// Hands on all steps.
  package mutating func handOn() throws {
    try seal()
    for steps in sealed { try follower.follow(steps) }
    sealed = []
  }

  /// Ends the steps so far.
  private mutating func seal() throws {
    if copiedByteCount > 0 { steps.append(copying: copiedByteCount) }
    copiedByteCount = 0
    if steps.bytes.isEmpty { return }
    var full = DeltaSteps(capacity: Self.room)
    swap(&full, &steps)
    try hold(DeltaSteps.Finished(full))
  }

  /// Hands steps on, unless they are held.
  private mutating func hold(_ finished: DeltaSteps.Finished) throws {
    if isHeld { sealed.append(finished) } else { try follower.follow(finished) }
  }
}
