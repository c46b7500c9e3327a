import Jokes
import Scan
package import SystemIO

/// The latest row of each document in a changelog: the one with the greatest timestamp, or the last
/// one read of several. A document with an unusable row is ignored.
///
/// Memory grows with the number of documents, since their rows may be anywhere: 60 to 90 bytes
/// each. A document's key is a 64-bit hash, seeded anew in each process.
package struct LatestRows: Sendable {
  /// The place and time of a document's latest row, or `unknown`.
  private struct Latest {
    /// Microseconds since 1970.
    var microseconds: Int64
    /// The file's index, the offset of the row, and whether it is a deletion, from the highest bit
    /// down.
    var place: UInt64

    static let fileLimit = 1 << 20
    static let byteLimit = 1 << 43

    init(_ microseconds: Int64, file: Int, byte: Int, isDeletion: Bool) {
      self.microseconds = microseconds
      place = UInt64(file) << 44 | UInt64(byte) << 1 | (isDeletion ? 1 : 0)
    }

    /// The value for a document with an unusable row.
    static let unknown = Latest()

    private init() {
      microseconds = .max
      // No row has this place: no file is long enough.
      place = .max
    }

    var isUnknown: Bool { place == .max }
    var isDeletion: Bool { place & 1 == 1 && !isUnknown }
    var isThere: Bool { place & 1 == 0 }
    var file: Int { Int(place >> 44) }

    func isAt(file: Int, byte: Int) -> Bool {
      place >> 1 == UInt64(file) << 43 | UInt64(byte)
    }
  }

  private var latest: [UInt64: Latest] = [:]
  /// The number of valid rows.
  package private(set) var rowCount = 0
  /// The number of unreadable rows whose document is not known: older rows may count in their place.
  package private(set) var unplacedCount = 0
  /// The number of files whose rest is unread: it may hold the latest row of any document.
  package private(set) var cutFileCount = 0
  /// Whether any document may have a later row than the one that counts.
  package var isDoubtful: Bool { unplacedCount + cutFileCount > 0 }
  /// The number of documents, deleted and unknown ones included.
  package var documentCount: Int { latest.count }
  /// The number of documents with an unusable row.
  package var unknownCount: Int { latest.values.count(where: \.isUnknown) }
  /// The number of documents whose latest row deletes them.
  package var deletedCount: Int { latest.values.count(where: \.isDeletion) }

  package init() {}

  /// The number of latest rows in a file whose documents exist.
  func documentCount(inFile file: Int) -> Int {
    latest.values.count { $0.file == file && $0.isThere }
  }

  /// Whether a row is the latest of an existing document.
  func isLatest(
    _ change: ChangeRow.Change, in text: Span<UInt8>, file: Int, byte: Int
  ) -> Bool {
    guard let found = latest[Self.hash(change.name, in: text)] else { return false }
    return found.isAt(file: file, byte: byte) && found.isThere
  }

  fileprivate mutating func enter(
    _ change: ChangeRow.Change, in text: Span<UInt8>, file: Int, byte: Int
  ) {
    rowCount += 1
    let row = Latest(change.microseconds, file: file, byte: byte, isDeletion: change.isDeletion)
    let key = Self.hash(change.name, in: text)
    if let other = latest[key], other.microseconds > row.microseconds { return }
    latest[key] = row
  }

  /// Notes an unusable row, which makes its document unknown.
  ///
  /// - Parameter row: what was read of it.
  fileprivate mutating func enter(
    _ error: UnusableRow, of row: ChangeRow, in text: Span<UInt8>
  ) {
    if let name = error.name {
      latest[Self.hash(name, in: text)] = .unknown
    } else if !row.isForeign {
      unplacedCount += 1
    }
  }

  /// Notes a row that cannot be read to its end: the document that it names becomes unknown.
  fileprivate mutating func enter(beginning cursor: JSONCursor) {
    let json = ObjectBeginning(cursor).json
    var cursor = JSONCursor(json.span)
    do throws(JSONSyntaxError) {
      if let name = try ChangeRow(&cursor).documentName(in: json.span) {
        latest[Self.hash(name, in: json.span)] = .unknown
        return
      }
    } catch {
      // The beginning is not a row.
    }
    unplacedCount += 1
  }

  /// Notes that the rest of a file is unread.
  fileprivate mutating func enterCut() { cutFileCount += 1 }

  private static let key = KeyedHash()

  private static func hash(_ name: JSONString, in text: Span<UInt8>) -> UInt64 {
    name.withUTF8(in: text) { key.hash($0) }
  }
}

extension LatestRows {
  /// Scans all rows of an input.
  ///
  /// - Parameters:
  ///   - file: the index of the input.
  ///   - isSalvaging: whether damaged rows are skipped; the second pass rejects them.
  ///   - progress: receives the number of processed bytes.
  /// - Throws: `DamagedInput`, `SystemError`.
  package mutating func look(
    through window: consuming ByteWindow, as format: InputFormat, file: Int, isSalvaging: Bool,
    progress: @escaping (Int) -> Void
  ) throws {
    guard let framing = format.framing, format.isHistory else {
      preconditionFailure("\(format.rawValue) has no rows")
    }
    guard file < Latest.fileLimit, window.status.byteCount < Latest.byteLimit else {
      throw OutputRefusal(.badData, "a changelog this large, or in so many files, cannot be read")
    }
    // The reader must have the only copy of what it changes.
    let reader = LatestRowsReader(rows: self, file: file, progress: progress)
    self = LatestRows()
    let path = window.path
    var stream = RecordStream(
      reader, for: reader, window: window, output: ByteOutput(discarding: path),
      formatName: format.displayName, isSalvaging: isSalvaging)
    try stream.run(framing)
    self = reader.rows
  }
}

/// Enters every row. A class, so that the dictionary is never copied.
///
/// The second pass rejects unusable rows.
private final class LatestRowsReader: RecordHandler, FindingVisitor {
  private(set) var rows: LatestRows
  private let file: Int
  private let progress: (Int) -> Void

  static var recordLimit: Int { ChangeRow.byteLimit }

  init(rows: LatestRows, file: Int, progress: @escaping (Int) -> Void) {
    (self.rows, self.file, self.progress) = (rows, file, progress)
  }

  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> ChangeRow {
    try ChangeRow(&cursor)
  }

  func decide(_ row: ChangeRow, _ record: Record) -> RecordFate {
    do throws(UnusableRow) {
      rows.enter(
        try row.change(in: record.text), in: record.text, file: file, byte: record.place.byte ?? 0)
    } catch {
      rows.enter(error, of: row, in: record.text)
    }
    return .keep
  }

  // For rows that are larger than any document.
  func documentID(ofBeginning record: Record) -> String? {
    rows.enter(beginning: JSONCursor(record.text, at: record.valueStart))
    return nil
  }

  func kept(damaged line: [UInt8]?) -> RejectedRecord? {
    if let line { rows.enter(beginning: JSONCursor(line.span)) } else { rows.enterCut() }
    return nil
  }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {}
  func reject(_ problem: RecordProblem) {}
  func advance(to byte: Int) { progress(byte) }
}
