import Scan
import SystemIO

/// The overall metadata of an export: the paths of its parts' metadata, and the counts of each
/// part.
///
/// The file `*.overall_export_metadata` is a log of two records: a version, and a message with one
/// entry a part.
struct OverallMetadata: Sendable {
  /// The entry of one part.
  struct Entry: Sendable {
    /// The path of the part's metadata.
    fileprivate(set) var path = ""
    /// The number of entities in its shards.
    fileprivate(set) var entityCount: Int?
    /// The number of bytes: of the shard files in an emulator's export, of the entities alone in
    /// others.
    fileprivate(set) var byteCount: Int?
    /// The entry's range in the message, with and without its length.
    fileprivate var whole = 0..<0
    fileprivate var body = 0..<0
    /// The ranges of the counts.
    fileprivate var entityCountRange: Range<Int>?
    fileprivate var byteCountRange: Range<Int>?
  }

  /// The file's path for messages.
  let file: String
  private(set) var entries: [Entry] = []
  /// The digest of the records.
  var digest: SHA256.Digest { SHA256.digest(version + message) }
  private let version: [UInt8]
  private let message: [UInt8]
  private let isPadded: Bool

  /// The field numbers.
  private enum Field {
    static let entry = 1
    static let path = 2
    static let entityCount = 3
    static let byteCount = 4
  }

  /// Parses the file.
  ///
  /// - Parameter file: the file's path for messages.
  /// - Throws: `DamagedInput`.
  init(_ bytes: [UInt8], file: String) throws {
    self.file = file
    if bytes.isEmpty { throw DamagedInput.metadata(file, byte: nil, "the file is empty") }
    guard bytes.starts(with: Self.start) else {
      throw DamagedInput.metadata(file, byte: 0, "it does not begin like such metadata")
    }
    let records = try Self.records(bytes, file)
    guard records.count == 2 else {
      throw DamagedInput.metadata(
        file, byte: 0, "it has \(Amount.count(records.count, of: "record")), not two")
    }
    version = records[0].payload
    message = records[1].payload
    isPadded = bytes.count % LogFrames.blockByteCount == 0
    do throws(MalformedMessage) {
      try readEntries()
    } catch {
      throw DamagedInput.metadata(file, byte: records[1].byte + error.offset, error.reason)
    }
  }

  /// The record of the only known version, 3.
  private static let start: [UInt8] = [0xB8, 0x6D, 0x44, 0x4E, 0x01, 0x00, 0x01, 0x33]

  /// The records of a log in memory, and the offsets of their bytes.
  private static func records(
    _ bytes: [UInt8], _ file: String
  ) throws -> [(payload: [UInt8], byte: Int)] {
    var records: [(payload: [UInt8], byte: Int)] = []
    var position = 0
    do throws(LogScan.Damage) {
      var scan = LogScan()
      while true {
        let rest = bytes.span.extracting(position..<bytes.count)
        let finding = try scan.scan(rest, at: position, isAtEnd: true, limit: bytes.count)
        if case .end = finding { return records }
        if case .record = finding {
          let fragments = scan.fragments.isEmpty ? [scan.first] : scan.fragments
          records.append(
            (
              fragments.flatMap { rest.extracting($0.payload).copied },
              position + fragments[0].payload.lowerBound
            ))
        }
        position += scan.byteCount
        scan.restart()
      }
    } catch {
      throw DamagedInput.metadata(
        file, byte: position + error.place, "record \(records.count + 1): \(error.reason)")
    }
  }

  // MARK: Reading

  private mutating func readEntries() throws(MalformedMessage) {
    let message = message
    var cursor = ProtobufCursor(message.span)
    while let tag = try cursor.nextTag() {
      guard tag.field == Field.entry, tag.type == .bytes else {
        try cursor.skipValue(of: tag)
        continue
      }
      let start = cursor.offset
      let body = try cursor.lengthDelimited()
      var entry = try Self.entry(message.span, body)
      entry.whole = start..<body.upperBound
      entries.append(entry)
    }
  }

  private static func entry(
    _ bytes: Span<UInt8>, _ body: Range<Int>
  ) throws(MalformedMessage) -> Entry {
    var entry = Entry()
    entry.body = body
    var cursor = ProtobufCursor(bytes, body)
    while let tag = try cursor.nextTag() {
      let start = cursor.offset
      switch (tag.field, tag.type) {
      case (Field.path, .bytes):
        entry.path = try bytes.text(in: try cursor.lengthDelimited())
      case (Field.entityCount, .varint):
        entry.entityCount = try count(&cursor)
        entry.entityCountRange = start..<cursor.offset
      case (Field.byteCount, .varint):
        entry.byteCount = try count(&cursor)
        entry.byteCountRange = start..<cursor.offset
      default: try cursor.skipValue(of: tag)
      }
    }
    guard !entry.path.isEmpty else {
      throw MalformedMessage("an entry has no path", at: body.lowerBound)
    }
    return entry
  }

  private static func count(_ cursor: inout ProtobufCursor) throws(MalformedMessage) -> Int {
    let start = cursor.offset
    guard let count = Int(exactly: try cursor.varint()) else {
      throw MalformedMessage("a count is too large", at: start)
    }
    return count
  }

  // MARK: Mending

  /// The file with new counts; all other bytes stay.
  ///
  /// - Parameter counts: the counts of each entry; nil for an unchanged one.
  func mended(_ counts: [(entityCount: Int, byteCount: Int)?]) -> [UInt8] {
    let edits = zip(entries, counts).compactMap { entry, counts in
      counts.map { Edit(entry.whole, mended(entry, $0)) }
    }
    return LogWriter.file(of: [version, Edit.apply(edits, to: message)], isPadded: isPadded)
  }

  /// An entry with new counts, after its length.
  private func mended(
    _ entry: Entry, _ counts: (entityCount: Int, byteCount: Int)
  ) -> [UInt8] {
    let edits = [
      (entry.entityCountRange, entry.entityCount, counts.entityCount),
      (entry.byteCountRange, entry.byteCount, counts.byteCount),
    ].compactMap { range, old, new in
      range.flatMap { old == new ? nil : Edit($0, Array(varint: UInt64(new))) }
    }
    let body = Edit.apply(
      Edit.sorted(edits)[...], to: message.span.extracting(entry.body), at: entry.body.lowerBound)
    return Array(varint: UInt64(body.count)) + body
  }
}

extension [UInt8] {
  /// A protocol buffers varint of minimal length.
  fileprivate init(varint number: UInt64) {
    self = []
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
