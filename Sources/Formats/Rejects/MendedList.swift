package import Scan
package import SystemIO

/// The mended records of a list of rejects, to be put back in their inputs.
package struct MendedList {
  /// A mended record, and its original file.
  package struct Entry: Sendable {
    /// The path of the original file, as the list has it.
    package var file: String
    /// The range of the original, and the bytes to put there.
    package var mend: Mending.Mend
    /// The place of its line in the list.
    package var place: Place
  }

  /// The records that differ from the originals.
  package private(set) var entries: [Entry] = []
  /// The number of records with their original range.
  package private(set) var placedCount = 0
  /// The number of records without it.
  package private(set) var unplacedCount = 0

  /// Reads a list of rejects.
  ///
  /// - Throws: `DamagedInput` if the list is damaged or holds more than 256 MiB of records, and
  ///   `SystemError`.
  package init(_ window: consuming ByteWindow, as format: InputFormat) throws {
    guard case .rejects(_, let framing) = format.reading else {
      preconditionFailure("\(format.rawValue) is no list of rejects")
    }
    let reader = Reader(of: format)
    let output = ByteOutput(discarding: window.path)
    var stream = RecordStream(
      reader, for: reader, window: window, output: output, formatName: format.displayName,
      isSalvaging: false, isRewritten: false)
    try stream.run(framing)
    self = reader.list
  }

  private init() {}

  /// Reads the lines of a list, to its end or to the first damage.
  private final class Reader: RejectLineHandler, FindingVisitor {
    var list = MendedList()
    private let format: InputFormat
    /// The number of bytes that may still be held.
    private var left = 256 << 20

    init(of format: InputFormat) { self.format = format }

    func decide(_ line: RejectLine, _ record: Record) throws -> RecordFate {
      guard let bytes = line.mendedBytes(in: record.text) else { return .keep }
      guard let source = line.source, let file = line.place?.file else {
        list.unplacedCount += 1
        return .keep
      }
      list.placedCount += 1
      let checksum = CRC32C.checksum(bytes.span)
      if bytes.count == source.byteCount, checksum == source.checksum { return .keep }
      left -= bytes.count
      guard left >= 0 else {
        throw DamagedInput(
          format: format.displayName, place: record.place,
          reason: "the mended records of one list may have 256 MiB",
          hint: "mend them in several runs")
      }
      let range = source.byte..<source.byte + source.byteCount
      list.entries.append(
        Entry(
          file: file, mend: Mending.Mend(range, checksum: source.checksum, bytes),
          place: record.place))
      return .keep
    }

    func reject(_ problem: RecordProblem) {}
    func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {}
    func advance(to byte: Int) {}
  }
}

extension RejectLine {
  /// The mended record as in its input: JSON on one line, or raw bytes; nil if the line has no
  /// record or an invalid spelling of it.
  fileprivate func mendedBytes(in text: Span<UInt8>) -> [UInt8]? {
    guard misshapen == nil, let bytes = bytes(in: text) else { return nil }
    return content?.string == nil ? bytes.onOneLine() : bytes
  }
}
