package import ByteIO

/// Puts an original's bytes together again, from its result and the steps of a journal.
package struct Restoration: ~Copyable {
  /// Takes the original's bytes as they come.
  package typealias Sink = (Span<UInt8>) throws -> Void

  private var result: ByteWindow?
  private var sum = CRC32C()
  private var byteCount = 0

  /// - Parameter result: the result; nil where there is none, because the file went.
  package init(of result: consuming InputFile?) {
    if let file = result.take() {
      self.result = ByteWindow(file)
    } else {
      self.result = nil
    }
  }

  /// Does what some steps say.
  package mutating func take(_ steps: JournalSteps, _ sink: Sink) throws {
    var steps = steps
    while let step = try steps.next() {
      try move(over: step.copied, from: steps.place, giving: true, sink)
      try move(over: step.passed, from: steps.place, giving: false, sink)
      try give(steps.bytes.span.extracting(step.inserted), sink)
    }
  }

  /// Checks that what came out is what went in.
  package mutating func finish(_ file: JournalFile, from place: Place) throws {
    if case .some(let window) = result.take() {
      var window = window
      guard try window.count == 0 && window.refill() == .end else {
        throw DamagedJournal(place: place, reason: "its steps end before the result does")
      }
    }
    let found = JournalFile.Identity(byteCount: byteCount, checksum: sum.value)
    guard found == file.original else {
      throw DamagedJournal(place: place, reason: "its steps do not give back the original")
    }
  }

  private mutating func give(_ bytes: Span<UInt8>, _ sink: Sink) throws {
    guard !bytes.isEmpty else { return }
    sum.update(bytes)
    byteCount += bytes.count
    try sink(bytes)
  }

  /// Moves over bytes of the result, which are given on or not.
  private mutating func move(
    over count: Int, from place: Place, giving isGiven: Bool, _ sink: Sink
  ) throws {
    var left = count
    guard var window = result.take() else {
      if left > 0 { throw DamagedJournal(place: place, reason: "its steps ask for a result") }
      return
    }
    while left > 0 {
      if window.count == 0, try window.refill() != .more {
        throw DamagedJournal(place: place, reason: "its steps go on after the result's end")
      }
      let piece = min(left, window.count)
      if isGiven { try give(window.bytes.extracting(0..<piece), sink) }
      window.drop(piece)
      left -= piece
    }
    result = consume window
  }
}
