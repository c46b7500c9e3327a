import ByteIO

/// Puts an original's bytes together again, from its result and the changes of a journal.
struct Restoration: ~Copyable {
  /// Takes the original's bytes as they come.
  typealias Sink = (Span<UInt8>) throws -> Void

  private var result: ByteWindow?
  private var byteCount = 0
  private var isWhole = false

  /// - Parameter result: the result; nil where there is none, because the file went.
  init(of result: consuming InputFile?) {
    if let file = result.take() {
      self.result = ByteWindow(file)
    } else {
      self.result = nil
    }
  }

  mutating func take(_ change: JournalReader.Change, _ sink: Sink) throws {
    switch change {
    case .piece(let bytes):
      isWhole = true
      try give(bytes.span, sink)
    case .steps(var steps):
      while let step = try steps.next() {
        try move(over: step.copied, giving: true, steps.place, sink)
        try move(over: step.passed.count, giving: false, steps.place, sink)
        try give(steps.bytes.span.extracting(step.inserted), sink)
      }
    }
  }

  /// Checks that it came out even.
  mutating func finish(_ file: JournalFile, from place: Place) throws {
    if var window = result.take(), !isWhole {
      guard try window.count == 0 && window.refill() == .end else {
        throw DamagedJournal(place: place, reason: "its steps end before the result does")
      }
    }
    guard byteCount == file.originalByteCount else {
      throw DamagedJournal(place: place, reason: "its steps do not give back the original")
    }
  }

  private mutating func give(_ bytes: Span<UInt8>, _ sink: Sink) throws {
    guard !bytes.isEmpty else { return }
    byteCount += bytes.count
    try sink(bytes)
  }

  /// Moves over bytes of the result, which are given on or not.
  private mutating func move(
    over count: Int, giving isGiven: Bool, _ place: Place, _ sink: Sink
  ) throws {
    guard count > 0 else { return }
    guard var window = result.take() else {
      throw DamagedJournal(place: place, reason: "its steps ask for a result")
    }
    var left = count
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
