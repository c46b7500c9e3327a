import Scan
package import SystemIO

/// Takes the lines of a file that ends with a `LineSeal`.
package protocol SealedLineTaker {
  /// Takes a line other than the last.
  ///
  /// - Parameter line: the line with its end.
  /// - Returns: whether it is a line of such a file.
  mutating func take(_ line: Span<UInt8>, isFirst: Bool) throws -> Bool
  /// The totals of the lines taken, as the seal states them.
  var sealedCounts: KeyValuePairs<String, Int> { get }
}

/// Reads a file of lines that a seal ends, in memory that does not grow with their number.
package enum SealedLines {
  /// The state of the file's last line.
  package enum Ending: String, Sendable {
    case sealed
    case missing = "its last line is missing"
    case foreign = "it is not a line of such a file"
    case broken = "its SHA-256 does not match"
    case followed = "unexpected text after its last line"
  }

  /// Reads all lines.
  ///
  /// - Returns: the ending, and the number of the line that shows it.
  package static func read(
    _ window: inout ByteWindow, into taker: inout some SealedLineTaker
  ) throws -> (ending: Ending, line: Int) {
    var seal = LineSeal()
    var number = 0
    while true {
      let piece = try take(linesOf: window.bytes, &seal, &number, into: &taker)
      window.drop(piece.byteCount)
      if let ending = piece.ending {
        guard ending == .sealed else { return (ending, number) }
        if window.count == 0 { _ = try window.refill() }
        return window.count == 0 ? (.sealed, number) : (.followed, number + 1)
      }
      if try window.refill() != .more { return (.missing, number + (window.count > 0 ? 1 : 0)) }
    }
  }

  /// Takes the whole lines in memory.
  private static func take(
    linesOf bytes: Span<UInt8>, _ seal: inout LineSeal, _ number: inout Int,
    into taker: inout some SealedLineTaker
  ) throws -> (byteCount: Int, ending: Ending?) {
    var start = 0
    while let end = bytes.firstOffset(of: UInt8(ascii: "\n"), from: start) {
      let line = bytes.extracting(start..<end + 1)
      number += 1
      if line.begins(with: LineSeal.beginning) {
        seal.enter(bytes.extracting(0..<start))
        let isSealed = line.isEqual(to: seal.line(taker.sealedCounts).span)
        return (end + 1, isSealed ? .sealed : .broken)
      }
      guard try taker.take(line, isFirst: number == 1) else { return (end + 1, .foreign) }
      start = end + 1
    }
    seal.enter(bytes.extracting(0..<start))
    return (start, nil)
  }
}
