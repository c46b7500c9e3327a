import ByteIO

/// Records of a container that follow each other and were dealt with ahead of their turn.
package struct RecordRun: Sendable {
  /// Where they are in the input, what separates the first from the one before it included.
  let range: Range<Int>
  /// How many lines begin in it, and where the last of them does.
  private(set) var lineCount = 0
  private(set) var lineStart: Int?
  /// The ordinary events that they are.
  let counts: OrdinaryCounts
  /// Which of the votes of their part are theirs, where jokes are tallied.
  let votes: Range<Int>

  init(range: Range<Int>, counts: OrdinaryCounts, votes: Range<Int>) {
    (self.range, self.counts, self.votes) = (range, counts, votes)
  }

  /// Counts the lines that begin in the records.
  ///
  /// - Parameter offset: where in the input the bytes begin.
  mutating func countLines(_ bytes: Span<UInt8>, at offset: Int) {
    let records = bytes.extracting(0..<range.upperBound - offset)
    var place = range.lowerBound - offset
    while let end = records.firstOffset(of: UInt8(ascii: "\n"), from: place) {
      place = end + 1
      lineCount += 1
      lineStart = offset + place
    }
  }
}

/// What was found in a part of an input, of which nothing counts before the stream has come there.
package struct FoundRuns: Sendable {
  /// In the order of their places.
  var runs: [RecordRun] = []
  /// The ratings of jokes in all of them.
  var votes = KeyedDigitLog()

  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    votes.removeAll()
  }
}

/// A stretch of an input that is looked at apart from all others.
struct RecordPart: Sendable {
  var range = 0..<0
  /// Its bytes, the one before it, and some that follow.
  var buffer = FileStretch()
  var found = FoundRuns()
  var failure: SystemError?

  /// How much is read of what follows a part: its last record may go on there.
  static let overhang = 8 << 10

  /// Reads the part, and has it looked at.
  mutating func find(_ file: PositionedFile, _ worker: inout any RunWorker) {
    found.removeAll()
    do throws(SystemError) {
      // What ends right before it tells that a record may begin with it.
      let start = max(range.lowerBound - 1, 0)
      let end = min(range.upperBound + Self.overhang, file.byteCount)
      try buffer.read(file, stretch: start..<end)
      let read = buffer
      worker.find(in: read.bytes, before: range.upperBound - start, at: start, &found)
    } catch {
      failure = error
    }
  }
}

/// Deals with records about which nothing is odd, ahead of their turn and on any thread.
package protocol RunWorker: Sendable {
  /// Finds runs of records, without knowing where one begins: what is found may be wrong, unless a
  /// run begins where the record before it ends.
  ///
  /// - Parameters:
  ///   - end: no record is wanted that begins there or later.
  ///   - offset: where in the input the bytes begin.
  ///   - found: where they are entered; nothing is in it.
  mutating func find(
    in bytes: Span<UInt8>, before end: Int, at offset: Int, _ found: inout FoundRuns)
}
