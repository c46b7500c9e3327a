package import Formats
package import Scan
import SystemIO

/// A migration of one dump, applied to a copy and verified there.
package struct DumpMigration {
  /// The byte edits that apply it.
  package let edits: [Edit]
  private let changes: DefaultsChanges

  /// Applies changes to a copy of a dump, parses the copy again and checks that it holds the
  /// planned values.
  ///
  /// - Parameter isCarriedOut: whether a dump holds them.
  /// - Throws: `DefaultsDumpError` if the changes cannot be applied, and `InternalFault` if the copy
  ///   does not hold the values.
  package init(
    _ changes: DefaultsChanges, of dump: borrowing DefaultsDump,
    isCarriedOut: (DefaultsDump) throws(DefaultsDumpError) -> Bool
  ) throws {
    let edited = try dump.edited(making: changes)
    self.changes = changes
    try Self.verify(edited, dump.kind, isCarriedOut)
    edits = edited.edits()
  }

  private static func verify(
    _ edited: borrowing EditedDump, _ kind: DefaultsKind,
    _ isCarriedOut: (DefaultsDump) throws(DefaultsDumpError) -> Bool
  ) throws(InternalFault) {
    do throws(DefaultsDumpError) {
      if try isCarriedOut(try DefaultsDump(reading: edited.bytes, as: kind)) { return }
    } catch {
      throw InternalFault("a migrated dump cannot be read again: \(error.reason)")
    }
    throw InternalFault("a migrated dump does not hold what was decided")
  }
}

extension DumpMigration {
  /// The changes of the dump, value by value, as a plan lists them.
  ///
  /// - Parameter record: the record that holds the dump.
  package func planned(
    in dump: borrowing DefaultsDump, _ record: borrowing Record
  ) throws(DefaultsDumpError) -> [PlanFile.Change] {
    var planned: [PlanFile.Change] = []
    let values = try changes.valueChanges(in: dump)
    let places = record.places(ofDumpBytes: values.map(\.byteOffset), dump.kind)
    for (change, place) in zip(values, places) {
      planned.append(
        PlanFile.Change(
          place: place, documentID: record.name.map { Array($0.utf8) },
          key: change.key, entry: change.entry, before: change.before?.planned,
          after: change.after?.planned))
    }
    return planned
  }
}

extension DefaultsChanges.Value {
  /// The value as a plan prints it.
  fileprivate var planned: PlanFile.Change.Value {
    switch self {
    case .value(.number(let number)): .number(spelled: number.spelling)
    case .value(.string(let text)), .value(.notFinite(let text)), .value(.other(let text)):
      .text(text)
    case .value(.boolean(let value)): .boolean(value)
    case .value(.null): .text("null")
    case .bytes(let bytes): .bytes(bytes)
    }
  }
}
