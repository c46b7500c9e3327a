import Scan
import SystemIO

/// Reads the dumps of a JSON input one by one, or in parallel parts.
struct DumpHandler: RunHandler {
  var collector: DumpFindingCollector
  let format: InputFormat
  let isSalvaging: Bool
  /// Whether a dump without any of the app's keys is accepted.
  let takesAny: Bool
  /// The number of dumps with one of the app's keys, which confirm a guess.
  private(set) var metCount = 0

  static var recordLimit: Int { DefaultsDump.byteLimit }

  /// Parses the top level of a dump; offsets count from the dump's first byte.
  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> JSONContainer {
    guard try cursor.kind() == .object else {
      throw JSONSyntaxError(.expectedObject, at: cursor.offset)
    }
    let start = cursor.offset
    var inner = JSONCursor(cursor.text.extracting(start..<cursor.text.count))
    do throws(JSONSyntaxError) {
      let top = try JSONContainer(&inner, isTop: true)
      cursor.offset = start + inner.offset
      return top
    } catch {
      throw JSONSyntaxError(error.reason, at: start + error.offset)
    }
  }

  mutating func decide(_ top: consuming JSONContainer, _ record: Record) throws -> RecordFate {
    let dump = DefaultsDump(record.array, top: top)
    let isOurs = dump.looksLikeDump
    if isOurs { metCount += 1 }
    guard takesAny || isOurs else {
      reject(
        .unusable(
          Record.foreignReason, record.place, documentID: record.name,
          record: record.kept(asDump: .json)))
      return .keep
    }
    return try collector.decide(dump, record).map { .edit($0) } ?? .keep
  }

  func kept(damaged line: [UInt8]?) -> RejectedRecord? {
    RejectedRecord(format.rawValue, damagedLine: line)
  }

  // MARK: Runs

  func worker(keepsEdits: Bool) -> (any RunWorker)? {
    RecordWorker(
      self, LineReader(formatName: format.displayName, isSalvaging: isSalvaging),
      keepsEdits: keepsEdits)
  }

  var runPath: [String]? { [] }

  // Dumps have no votes to log.
  func copyLogging(around path: [String]) -> Self? { self }
}
