/// Receives the steps from an output back to its input.
package protocol EditFollower: Sendable {
  /// Receives the next steps.
  func follow(_ steps: DeltaSteps.Finished) throws
}

/// Records the edits of an output as it is written, for the journal.
///
/// Every byte of the input is either copied or replaced, in order. A step extends to the next copied
/// byte, so that steps do not depend on the stretches in which the edits arrive: those differ with
/// the number of threads.
package struct EditLog: ~Copyable, Sendable {
  private let follower: any EditFollower
  /// Whether steps are held until the end, because the output may be dropped.
  private let isHeld: Bool
  private var steps = DeltaSteps(capacity: EditLog.room)
  /// The last step, to which the next differing bytes belong if none is copied before them.
  private var open = OpenStep()
  /// The bytes copied since the open step.
  private var copiedByteCount = 0
  /// The held steps.
  private var sealed: [DeltaSteps.Finished] = []
  private static let limit = 256 << 10
  private static let pieceByteCount = 64 << 10
  /// The most bytes that steps may have before they are handed on.
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
    for index in edits.indices {
      let edit = edits[index]
      let (start, end) = (edit.range.lowerBound - offset, edit.range.upperBound - offset)
      copiedByteCount += start - place
      place = end
      let next =
        index + 1 < edits.endIndex ? edits[index + 1].range.lowerBound - offset : bytes.count
      let original = bytes.extracting(start..<end)
      if edit.replacement.isEmpty {
        try step(
          passing: original.extracting(0..<0), inserting: original, isFollowed: end < next)
      } else {
        try replace(original, with: edit.replacement.span, isFollowed: end < next)
      }
    }
    copiedByteCount += bytes.count - place
  }

  /// Records replaced bytes; only differing ones are kept.
  ///
  /// - Parameter isFollowed: whether a copied byte is known to follow.
  package mutating func replace(
    _ original: Span<UInt8>, with bytes: Span<UInt8>, isFollowed: Bool = false
  ) throws {
    if original.count == bytes.count { return try exchange(original, with: bytes, isFollowed) }
    let (range, originalRange) = bytes.difference(from: original)
    copiedByteCount += range.lowerBound
    try step(
      passing: bytes.extracting(range), inserting: original.extracting(originalRange),
      isFollowed: isFollowed || range.upperBound < bytes.count)
    copiedByteCount += bytes.count - range.upperBound
  }

  /// Records replaced bytes of the same count.
  private mutating func exchange(
    _ original: Span<UInt8>, with bytes: Span<UInt8>, _ isFollowed: Bool
  ) throws {
    var place = 0
    while place < bytes.count {
      let same = bytes.sameByteCount(from: place, as: original, from: place)
      copiedByteCount += same
      place += same
      guard place < bytes.count else { return }
      var end = place + 1
      while end < bytes.count, bytes[end] != original[end] { end += 1 }
      try step(
        passing: bytes.extracting(place..<end), inserting: original.extracting(place..<end),
        isFollowed: isFollowed || end < bytes.count)
      place = end
    }
  }

  /// Extends the open step, or opens one behind copied bytes. Long steps are split, to bound their
  /// size.
  ///
  /// - Parameter isFollowed: whether a copied byte is known to follow. Most steps stand between
  ///   copied bytes, so that nothing can extend them, and are added at once.
  private mutating func step(
    passing passed: Span<UInt8>, inserting inserted: Span<UInt8>, isFollowed: Bool
  ) throws {
    guard isFollowed, copiedByteCount > 0,
      max(passed.count, inserted.count) < Self.pieceByteCount
    else { return try extendStep(passing: passed, inserting: inserted) }
    if !open.isEmpty { try closeStep() }
    steps.append(copying: copiedByteCount, passing: passed, inserting: inserted)
    copiedByteCount = 0
    if steps.bytes.count >= Self.limit { try cut() }
  }

  @inline(never)
  private mutating func extendStep(
    passing passed: Span<UInt8>, inserting inserted: Span<UInt8>
  ) throws {
    if passed.isEmpty && inserted.isEmpty { return }
    if copiedByteCount > 0 {
      try closeStep()
      (open.copiedByteCount, copiedByteCount) = (copiedByteCount, 0)
    }
    var (start, insertedStart) = (0, 0)
    while start < passed.count || insertedStart < inserted.count {
      let end = min(passed.count, start + Self.pieceByteCount - open.passed.count)
      let insertedEnd = min(
        inserted.count, insertedStart + Self.pieceByteCount - open.inserted.count)
      open.passed.append(start..<end, of: passed)
      open.inserted.append(insertedStart..<insertedEnd, of: inserted)
      (start, insertedStart) = (end, insertedEnd)
      if max(open.passed.count, open.inserted.count) == Self.pieceByteCount { try closeStep() }
    }
  }

  /// Adds the open step, if any, to the steps.
  private mutating func closeStep() throws {
    open.close(into: &steps)
    if steps.bytes.count >= Self.limit { try cut() }
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
    try closeStep()
    if copiedByteCount > 0 { steps.append(copying: copiedByteCount) }
    copiedByteCount = 0
    try cut()
  }

  /// Ends a group of steps.
  private mutating func cut() throws {
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

/// A step that more bytes may extend.
private struct OpenStep: ~Copyable, Sendable {
  /// The bytes copied before it.
  var copiedByteCount = 0
  /// Its bytes in the output.
  var passed = ScratchBytes()
  /// Its bytes in the input.
  var inserted = ScratchBytes()

  var isEmpty: Bool { passed.isEmpty && inserted.isEmpty }

  /// Appends it to others, unless it is empty, and starts another.
  mutating func close(into steps: inout DeltaSteps) {
    if isEmpty { return }
    steps.append(copying: copiedByteCount, passing: passed.span, inserting: inserted.span)
    copiedByteCount = 0
    passed.removeAll(keeping: .max)
    inserted.removeAll(keeping: .max)
  }
}
