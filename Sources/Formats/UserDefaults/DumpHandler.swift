import ByteIO
import JSONText

/// Reads the dumps of a JSON input one by one.
struct DumpHandler: RecordHandler {
  private let visitor: any DefaultsDumpVisitor
  private let format: InputFormat
  private let takesAny: Bool
  /// What is done to ordinary dumps; nil for as long as each is shown.
  private var migration: (any OrdinaryMigration)?
  private let room = Room()

  /// A class, because reading changes no handler.
  private final class Room {
    private var work: OrdinaryWork?
    private var bytes: [UInt8] = []

    /// What becomes of the dump that a cursor is at; nil where it is not ordinary.
    func migrate(
      _ cursor: borrowing JSONCursor, by migration: any OrdinaryMigration
    ) -> (migrated: Migrated, end: Int)? {
      if work == nil { work = OrdinaryWork(migration) }
      bytes.removeAll(keepingCapacity: true)
      guard
        let (outcome, end) = work?.migrate(cursor.text, at: cursor.offset, into: &bytes)
      else { return nil }
      let edits = outcome.isChange ? work?.edits(of: cursor.text) ?? [] : []
      return (Migrated(outcome: outcome, edits: edits), end)
    }
  }

  /// An ordinary dump that was read, and what is changed in it.
  struct Migrated {
    var outcome: OrdinaryOutcome
    var edits: [Edit]
  }

  static let recordLimit = DefaultsDumpReader.byteLimit

  init(_ visitor: any DefaultsDumpVisitor, _ format: InputFormat, takesAny: Bool) {
    self.visitor = visitor
    self.format = format
    self.takesAny = takesAny
    migration = ordinaryMigration
  }

  /// What is done to ordinary dumps. Those of an object are shown one by one, each by its key.
  private var ordinaryMigration: (any OrdinaryMigration)? {
    if case .object? = format.framing { nil } else { visitor.ordinaryMigration }
  }

  /// What became of an ordinary dump; nil for all others.
  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Migrated? {
    if let migration, let (migrated, end) = room.migrate(cursor, by: migration) {
      cursor.offset = end
      return migrated
    }
    guard try cursor.kind() == .object else {
      throw JSONSyntaxError(.expectedObject, at: cursor.offset)
    }
    try cursor.skipValue()
    return nil
  }

  mutating func decide(_ migrated: Migrated?, _ record: Record) throws -> RecordFate {
    if let migrated {
      visitor.enter(migrated.outcome, at: record.place)
      return migrated.outcome.isChange ? .edit(migrated.edits) : .keep
    }
    let dump: DefaultsDump
    do throws(DefaultsDumpError) {
      dump = try DefaultsDump(reading: record.bytes.copied, as: .json)
    } catch {
      throw DamagedInput(
        format: "JSON dump of UserDefaults", place: record.place(of: error, .json),
        reason: error.reason)
    }
    guard takesAny || dump.looksLikeDump else {
      try visitor.reject(
        .unusable(
          Record.foreignReason, record.place, documentID: record.name,
          record: record.kept(asDump: .json)))
      return .keep
    }
    let edits = try visitor.visit(dump, record)
    // It may have been the last that was to be shown.
    if migration == nil { migration = ordinaryMigration }
    return edits.map { .edit($0) } ?? .keep
  }

  func reject(_ problem: RecordProblem) throws { try visitor.reject(problem) }

  func kept(damaged line: [UInt8]?) -> RejectedRecord? {
    line.map { RejectedRecord(format.rawValue, raw: $0) }
      ?? RejectedRecord(format.rawValue, leavingOut: .unread)
  }

  func advance(to byte: Int) { visitor.advance(to: byte) }

  // MARK: Lines

  var ordinaryVersion: Int { migration == nil ? 0 : 1 }

  func lineWorker(keepsBytes: Bool) -> (any LineWorker)? {
    guard let migration else { return nil }
    return DumpLineWorker(migration, keepsBytes: keepsBytes)
  }

  func enter(_ lines: LineChunk.DecidedLines, from origin: Record.Origin) -> RecordCounts {
    var counts = RecordCounts()
    for (number, line) in lines.dumps.enumerated() {
      visitor.enter(line.outcome, at: origin.place(of: line, number: number))
      if line.outcome.isChange { counts.changed += 1 } else { counts.kept += 1 }
    }
    return counts
  }
}

extension Record.Origin {
  /// The place of a dump in one of the lines that begin here.
  fileprivate func place(of dump: MigratedLine, number: Int) -> Place {
    Place(
      file: file, line: line + number, column: (number == 0 ? column : 1) + dump.indent,
      byte: byte + dump.start + dump.indent, isDecompressed: isDecompressed)
  }
}
