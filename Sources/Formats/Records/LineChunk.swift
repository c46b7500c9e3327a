package import ByteIO

/// A stretch of an input, from one line's beginning to another's, that is dealt with apart from all
/// others.
package struct LineChunk: Sendable {
  /// Lines that follow each other, and what became of them.
  package enum Piece: Sendable {
    /// Lines about which nothing is odd.
    case ordinary(OrdinaryLines)
    /// A line that is to be read in its turn, its line end included.
    case odd(Range<Int>)
  }

  /// Lines about which nothing is odd: they are decided about, and what stays of them is put together.
  package struct OrdinaryLines: Sendable {
    var lineCount = 0
    /// Where they stand in the chunk.
    var range: Range<Int>
    var counts = OrdinaryCounts()
    var records = RecordCounts()
    /// How many bytes of them stay.
    var keptByteCount = 0
    /// The length of the line end of the last that stays.
    var lineEndByteCount = 1
  }

  /// The lines, and nothing else from its range on.
  var text: PositionedText
  /// What stays of the ordinary lines, where that is wanted.
  var kept: [UInt8] = []
  var pieces: [Piece] = []
}

/// Deals with the lines of a chunk about which nothing is odd, on any thread.
package protocol LineWorker: Sendable {
  /// Finds the pieces that the chunk is made of.
  mutating func process(_ chunk: inout LineChunk)
}
