import Scan
import SystemIO

extension RecordStream {
  /// Reads one record a line; blank lines stay and count for nothing.
  ///
  /// A line goes with its own line end. Where the last line has none and goes, the one before it
  /// gives up its line end, so that a file without a final newline stays one.
  mutating func runLines() throws {
    var isDropped = false
    var isTerminated = true
    while true {
      // A line takes no separator along.
      var followsDropped = false
      if try passRun(in: nil, &followsDropped) { continue }
      guard let end = try lineEnd() else { break }
      if end - position > recordLimit {
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

  /// The end of the line that begins at `position`, or that of the window, where the line is too long; nil
  /// where the input ends there.
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

  /// Writes what is kept before a line, but holds back the line end right before it.
  mutating func hold(before place: Int) throws {
    guard written < place else { return }
    let lineEnd = lineEnd(before: place)
    let end = place - lineEnd.count
    if end == written { try writeHeld() }
    try write(upTo: end)
    held = HeldSeparator(lineEnd)
    written = place
  }

  /// The line end right before a place.
  func lineEnd(before place: Int) -> [UInt8] {
    var end = place
    if window.bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end < place, end > written, window.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return window.bytes.extracting(end..<place).copied
  }

  /// Leaves out the line that comes next: the line end before it takes the place of its own.
  mutating func leaveOutLine(upTo next: Int) throws {
    if held.replacement.isEmpty { return try leaveOut(upTo: next) }
    try leaveOutHeld()
    let lineEnd = lineEnd(before: next)
    try leaveOut(upTo: next - lineEnd.count)
    held.original = lineEnd
    written = next
  }

  /// Deals with one line; false where it is to go.
  mutating func keepsLine(_ range: Range<Int>) throws -> Bool {
    let reader = LineReader(formatName: formatName, isSalvaging: isSalvaging)
    let origin = origin
    guard let decision = try reader.decide(range, of: window.bytes, from: { origin }, &handler)
    else { return true }
    return try apply(decision.fate, to: decision.range)
  }

  /// Passes a line through that is longer than the window may be: a reject, unless it is blank.
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
  /// Moves over white space in a line.
  ///
  /// - Returns: whether anything else follows in it.
  private mutating func passBlanks() throws -> Bool {
    while true {
      while position < window.count, window.bytes[position].isBlank { position += 1 }
      if position < window.count { return window.bytes[position] != UInt8(ascii: "\n") }
      if try refill(settled: position) == .end { return false }
    }
  }
}

extension UInt8 {
  /// Whether it is white space that may stand in a line.
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }
}
