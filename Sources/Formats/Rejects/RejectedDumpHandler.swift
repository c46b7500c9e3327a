import Scan
import SystemIO

/// Reads the dumps of a list of rejects, and makes changes in their lines.
struct RejectedDumpHandler: RejectedRecordHandler {
  var collector: DumpFindingCollector
  let takesAny: Bool

  static var contents: InputFormat.Contents { .dumps }

  mutating func decideAlone(_ line: RejectLine, _ record: Record) throws -> RecordFate {
    guard line.misshapen == nil, let format = line.format, let kind = format.dumpKind,
      let content = line.content, let bytes = line.bytes(in: record.text)
    else { return keepRejected(line.problem(in: record, listOf: .dumps)) }
    let text = bytes.span
    let listed = Record(
      text, listed: 0..<text.count, from: line.place ?? record.place, source: line.source)
    let dump: DefaultsDump
    do throws(DefaultsDumpError) {
      dump = try Self.dump(bytes, kind)
    } catch {
      let damage = DamagedInput(
        format: format.displayName, place: listed.place(of: error, kind), reason: error.reason,
        record: line.record(in: record.text))
      return keepRejected(.damaged(damage))
    }
    guard takesAny || dump.looksLikeDump else {
      return keepRejected(
        .unusable(
          Record.foreignReason, listed.place, documentID: nil,
          record: line.record(in: record.text)))
    }
    guard let edits = try collector.decide(dump, listed) else { return .keep }
    let migrated = Edit.apply(edits, to: bytes)
    return .edit([
      record.edit(of: content, to: kind == .json ? .json(migrated.onOneLine()) : .raw(migrated))
    ])
  }

  /// Reads a dump. Errors in JSON have the same messages as in files of dumps.
  private static func dump(
    _ bytes: [UInt8], _ kind: DefaultsKind
  ) throws(DefaultsDumpError) -> DefaultsDump {
    guard kind == .json else { return try DefaultsDump(reading: bytes, as: kind) }
    do throws(JSONSyntaxError) {
      return DefaultsDump(bytes, top: try JSONDefaults.readTop(bytes.span))
    } catch {
      throw DefaultsDumpError(.damaged, error.reason.rawValue, at: error.offset)
    }
  }
}
