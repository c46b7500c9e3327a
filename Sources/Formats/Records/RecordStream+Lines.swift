import Scan
import SystemIO

/// Reading of records in lines.
extension RecordStream {
  /// Reads one record a line; blank lines are copied and not counted.
  ///
  /// A dropped line takes its line end along. If the last line has no line end and is dropped, the
  /// line before loses its own, so that a file without a final newline keeps that property.
  mutating func runLines() throws {
    var isDropped = false
    var isTerminated = true
    while true {
      // A dropped line takes no separator along.
      var followsDropped = false
      if try passRun(in: .lines, &followsDropped) { continue }
      guard let end = try lineEnd() else { break }
      if end - position > recordLimit, isTooLong(position..<end) {
        try passLongLine()
        continue
      }
      isTerminated = end < window.count
      let next = isTerminated ? end + 1 : end
      isDropped = try !keepsLine(position..<end)
      if isDropped {
        try hold(before: position)
        try leaveOutLine(upTo: next)
      }
      if isTerminated { advanceLine(to: next) } else { position = next }
    }
    if isDropped, !isTerminated { try dropHeld() }
    try writeHeld()
  }

  /// Whether a line has more than the largest record and white space around it.
  private func isTooLong(_ line: Range<Int>) -> Bool {
    // The rest of it may be anything.
    if line.upperBound == window.count, !window.isAtEnd { return true }
    guard let start = line.first(where: { !window.bytes[$0].isBlank }),
      let last = line.last(where: { !window.bytes[$0].isBlank })
    else { return true }
    return last + 1 - start > recordLimit
  }

  /// The end of the line at `position`, or of the window if the line is too long; nil at the end of
  /// the input.
  private mutating func lineEnd() throws -> Int? {
    var searched = position
    while true {
      let end = window.bytes.firstOffset(of: UInt8(ascii: "\n"), from: searched)
      if let end { return end }
      let unfinished = window.count - position
      try hold(before: position)
      guard try refill(settled: position) == .more else {
        return position < window.count ? window.count : nil
      }
      searched = position + unfinished
    }
  }

  /// Writes everything before a line except for the line end right before it, which is held.
  mutating func hold(before place: Int) throws {
    guard written < place else { return }
    let lineEnd = lineEnd(before: place)
    let end = place - lineEnd.count
    if end == written { try writeHeld() }
    try write(upTo: end)
    held = HeldSeparator(lineEnd)
    written = place
  }

  /// The line end before a place.
  func lineEnd(before place: Int) -> [UInt8] {
    var end = place
    if window.bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end < place, end > written, window.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return window.bytes.extracting(end..<place).copied
  }

  /// Drops the next line. The line end before it replaces its own.
  mutating func leaveOutLine(upTo next: Int) throws {
    if held.replacement.isEmpty { return try leaveOut(upTo: next) }
    try leaveOutHeld()
    let lineEnd = lineEnd(before: next)
    try leaveOut(upTo: next - lineEnd.count)
    held.original = lineEnd
    written = next
  }

  /// Processes one line; false if it is dropped.
  mutating func keepsLine(_ range: Range<Int>) throws -> Bool {
    let reader = LineReader(formatName: formatName, isSalvaging: isSalvaging)
    let origin = origin
    let decision = try handler.decide(
      Record(window.bytes, range: range, origin: origin), telling: visitor
    ) { try reader.decide(range, of: $1.text, from: { origin }, &$0) }
    guard let decision else { return true }
    return try apply(decision.fate, to: decision.range)
  }

  /// Copies a line that exceeds the window, and rejects it unless it is blank.
  mutating func passLongLine() throws {
    if try passBlanks() { try rejectLargeRecord() }
    while true {
      if let end = window.bytes.firstOffset(of: UInt8(ascii: "\n"), from: position) {
        return advanceLine(to: end + 1)
      }
      position = window.count
      if try refill(settled: position) == .end { return }
    }
  }
  /// Skips white space in a line.
  ///
  /// - Returns: whether the line has more than that.
  private mutating func passBlanks() throws -> Bool {
    while true {
      while position < window.count, window.bytes[position].isBlank { position += 1 }
      if position < window.count { return window.bytes[position] != UInt8(ascii: "\n") }
      if try refill(settled: position) == .end { return false }
    }
  }
}

extension UInt8 {
  /// Whether it is white space other than a line feed.
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }
}
