import Scan
package import SystemIO

/// Which rows of a changelog tell the latest state of their documents: of each document the one with
/// the greatest timestamp, of several such the one that was read last. A document counts not at all if one
/// of its rows does not tell when, or what.
///
/// Takes memory for every document, because the rows of a document stand anywhere: about 60 bytes,
/// as a document is known by 64 bits of a hash whose key is new in each process.
package struct LatestRows: Sendable {
  /// Where a document's latest row is, and when it was written; or that nobody can say which it is.
  private struct Latest {
    /// Microseconds since 1970.
    var microseconds: Int64
    /// The file's number, the byte at which the row begins, and whether it is a deletion, in that
    /// order from the highest bit on.
    var place: UInt64

    static let fileLimit = 1 << 20
    static let byteLimit = 1 << 43

    init(_ microseconds: Int64, file: Int, byte: Int, isDeletion: Bool) {
      self.microseconds = microseconds
      place = UInt64(file) << 44 | UInt64(byte) << 1 | (isDeletion ? 1 : 0)
    }

    /// Of a document of which a row tells not when, or not what.
    static let unknown = Latest()

    private init() {
      microseconds = .max
      // No row is so far behind in so late a file; it would be a deletion.
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
  /// How many rows make sense, and how many of the documents they are about were deleted.
  package private(set) var rowCount = 0
  package var documentCount: Int { latest.count }
  /// How many documents are left out, because a row of theirs cannot be used.
  package var unknownCount: Int { latest.values.count(where: \.isUnknown) }
  package var deletedCount: Int { latest.values.count(where: \.isDeletion) }

  package init() {}

  /// How many of the latest rows are in a file, and tell of a document that exists.
  func documentCount(inFile file: Int) -> Int {
    latest.values.count { $0.file == file && $0.isThere }
  }

  /// Whether a row tells the latest state of its document, and that document exists.
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

  /// Takes note of a row that cannot be used: what was so before it need not be so any more.
  fileprivate mutating func enter(_ row: UnusableRow, in text: Span<UInt8>) {
    guard let name = row.name else { return }
    latest[Self.hash(name, in: text)] = .unknown
  }

  private static func hash(_ name: JSONString, in text: Span<UInt8>) -> UInt64 {
    var hasher = Hasher()
    if name.isEscaped {
      for byte in name.utf8(in: text) { hasher.combine(byte) }
    } else {
      for place in name.range { hasher.combine(text[place]) }
    }
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

extension LatestRows {
  /// Looks through all rows of an input.
  ///
  /// - Parameters:
  ///   - file: the number of the input among those that are looked through.
  ///   - isSalvaging: whether damaged rows are passed over; they are rejects when they are read.
  ///   - progress: told how many bytes are dealt with.
  /// - Throws: `DamagedInput`, `SystemError`.
  package mutating func look(
    through window: consuming ByteWindow, as format: InputFormat, file: Int, isSalvaging: Bool,
    progress: @escaping (Int) -> Void
  ) throws {
    guard let framing = format.framing, format.isHistory else {
      preconditionFailure("\(format.rawValue) has no rows")
    }
    guard file < Latest.fileLimit, window.status.byteCount < Latest.byteLimit else {
      throw OutputRefusal(.badData, "a changelog in so many files, or one so large, is not read")
    }
    // What the handler changes must be the only copy of it.
    let found = LatestRowsInMaking(rows: self)
    self = LatestRows()
    let path = window.path
    var stream = RecordStream(
      LatestRowsHandler(found: found, file: file, progress: progress), window: window,
      output: ByteOutput(discarding: path), formatName: format.displayName,
      isSalvaging: isSalvaging)
    do { try stream.run(framing) } catch { throw stream.window.reason(for: error) }
    self = found.rows
  }
}

/// What was found so far. A class, so that the dictionary is never copied.
private final class LatestRowsInMaking {
  var rows: LatestRows

  init(rows: LatestRows) { self.rows = rows }
}

/// Enters every row; those that make no sense are rejects when they are read.
private struct LatestRowsHandler: RecordHandler {
  let found: LatestRowsInMaking
  let file: Int
  let progress: (Int) -> Void

  static var recordLimit: Int { ChangeRow.byteLimit }

  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> ChangeRow {
    try ChangeRow(&cursor)
  }

  func decide(_ row: ChangeRow, _ record: Record) -> RecordFate {
    do throws(UnusableRow) {
      found.rows.enter(
        try row.change(in: record.text), in: record.text, file: file, byte: record.place.byte ?? 0)
    } catch {
      found.rows.enter(error, in: record.text)
    }
    return .keep
  }

  func reject(_ problem: RecordProblem) {}
  func advance(to byte: Int) { progress(byte) }
}
