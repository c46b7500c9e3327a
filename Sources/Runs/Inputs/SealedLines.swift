import Scan
import SystemIO

/// Takes the lines of a file that ends with a `LineSeal`.
protocol SealedLineTaker {
  /// Takes a line other than the last.
  ///
  /// - Parameter line: the line with its end.
  /// - Returns: whether it is a line of such a file.
  mutating func take(_ line: Span<UInt8>, isFirst: Bool) throws -> Bool
  /// The totals of the lines taken, as the seal states them.
  var sealedCounts: KeyValuePairs<String, Int> { get }
}

/// Reads a file of lines that a seal ends, in memory that does not grow with their number.
enum SealedLines {
  /// The state of the file's last line.
  enum Ending: String, Sendable {
    case sealed
    case missing = "its last line is missing"
    case foreign = "it is not a line of such a file"
    case broken = "its SHA-256 does not match"
    case followed = "unexpected text after its last line"
  }

  /// Reads all lines.
  ///
  /// - Returns: the ending, and the number of the line that shows it.
  static func read(
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

/// Writes a file of lines that a seal ends, many lines at a time.
struct SealedLineWriter: ~Copyable {
  private static let heldByteCount = 64 << 10
  private var seal = LineSeal()
  /// The lines not yet written.
  var held = ScratchBytes(capacity: 2 * heldByteCount)

  /// Adds a line, an object.
  mutating func add(
    to output: inout ByteOutput, _ members: (inout JSONWriter) -> Void
  ) throws(SystemError) {
    var line = JSONWriter()
    line.object(members)
    held.append(line.span)
    try endLine(to: &output)
  }

  /// Ends a line that was appended to `held`.
  mutating func endLine(to output: inout ByteOutput) throws(SystemError) {
    held.append("\n")
    if held.count >= Self.heldByteCount { try writeHeld(to: &output) }
  }

  /// Ends the file.
  mutating func finish(
    _ counts: KeyValuePairs<String, Int>, to output: inout ByteOutput
  ) throws(SystemError) {
    try writeHeld(to: &output)
    try output.write(seal.line(counts))
  }

  private mutating func writeHeld(to output: inout ByteOutput) throws(SystemError) {
    // `held` cannot be lent out while other members change.
    var full = ScratchBytes()
    swap(&full, &held)
    seal.enter(full.span)
    try output.write(full.span)
    full.removeAll(keeping: .max)
    swap(&full, &held)
  }
}

/// The last line of a file of JSON lines: totals, and the SHA-256 of all lines before it, which
/// shows truncation and edits.
package struct LineSeal: ~Copyable, Sendable {
  /// The first bytes of the last line.
  static let beginning = Array("{\"end\":".utf8)

  private var hash = StreamHash()

  package init() {}

  /// Adds whole lines.
  package mutating func enter(_ lines: Span<UInt8>) { hash.update(lines) }

  /// The last line, with its end.
  package func line(_ counts: KeyValuePairs<String, Int>) -> [UInt8] {
    let digest = hash.digest()
    var writer = JSONWriter()
    writer.object { end in
      end.member("end", true)
      for (name, count) in counts { end.member(name, count) }
      end.member("sha256", digest.description)
    }
    return writer.line
  }
}
