import ByteIO

/// A stretch of an input, from one line's beginning to another's, that is dealt with apart from all
/// others.
package struct LineChunk: Sendable {
  /// What a chunk is made of.
  enum Piece: Sendable {
    /// Lines about which nothing is odd.
    case ordinary(OrdinaryLines)
    /// A line that is to be read in its turn, its line end included.
    case odd(Range<Int>)
  }

  /// Lines that are decided about.
  struct OrdinaryLines: Sendable {
    var lineCount = 0
    /// Where they end in the chunk.
    var end = 0
    var counts = OrdinaryCounts()
    /// How many bytes of them stay.
    var keptByteCount = 0
    /// How long the line end is of the last that stays.
    var lineEndByteCount = 1
  }

  var lines = LineBuffer()
  var ending = LineBuffer.Ending.line
  var failure: SystemError?
  var pieces: [Piece] = []
  /// What stays of the ordinary lines, one behind the other, where that is wanted.
  var kept: [UInt8] = []
}

/// How the lines of an input are shared between threads.
package struct LineSharing: Sendable {
  /// How many threads read at once.
  package var threadCount: Int
  /// How much of the input each takes at a time, in bytes.
  package var chunkByteCount: Int

  package init(threadCount: Int = 1, chunkByteCount: Int = 512 << 10) {
    self.threadCount = threadCount
    self.chunkByteCount = chunkByteCount
  }
}

/// Deals with the lines of a chunk about which nothing is odd, on any thread.
package protocol LineWorker: Sendable {
  /// Finds the pieces that the chunk's lines are.
  mutating func process(_ chunk: inout LineChunk)
}
