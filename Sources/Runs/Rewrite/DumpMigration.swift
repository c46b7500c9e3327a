package import Formats
package import Scan
import SystemIO

/// The outcome of one dump, independent of all others.
package enum DumpOutcome<Found: Sendable & PartLocated>: Sendable {
  /// It cannot be used; its bytes stay.
  case unusable(DumpReject)
  /// It needs no change: the finding, if there is one.
  case unchanged(Found?)
  /// It changes: the finding, and its changes for the plan, if there is one.
  case changed(Found, [PlanFile.Change])
}

extension DumpOutcome: PartLocated {
  package mutating func shift(by start: PartStart) {
    switch self {
    case .unusable(var dump):
      dump.place.shift(by: start)
      self = .unusable(dump)
    case .unchanged(var found):
      found?.shift(by: start)
      self = .unchanged(found)
    case .changed(var found, var changes):
      found.shift(by: start)
      for index in changes.indices { changes[index].place.shift(by: start) }
      self = .changed(found, changes)
    }
  }
}

/// A dump that cannot be processed without guessing.
package struct DumpReject: Sendable {
  let reason: String
  var place: Place
  let name: String?
  let record: RejectedRecord?
}

extension DumpReject {
  package init(_ error: DefaultsDumpError, _ dump: DefaultsDump, _ record: borrowing Record) {
    self.init(
      reason: error.reason, place: record.place(of: error, dump.kind), name: record.name,
      record: record.kept(asDump: dump.kind))
  }
}

/// A planned migration of one dump, applied to a copy.
package struct DumpMigration {
  private let kind: DefaultsKind
  /// The byte edits that apply it.
  package let edits: [Edit]
  /// The edited dump.
  private let bytes: [UInt8]
  /// The changes, value by value, if a plan lists them; empty otherwise.
  package let changes: [PlanFile.Change]

  /// Applies changes to a copy of a dump.
  package init(
    _ changes: borrowing DefaultsChanges, of dump: borrowing DefaultsDump,
    _ record: borrowing Record, listsChanges: Bool
  ) throws(DefaultsDumpError) {
    kind = dump.kind
    edits = try dump.byteEdits(making: changes)
    bytes = dump.applying(bytes: edits)
    self.changes = listsChanges ? try changes.planned(in: dump, record) : []
  }

  /// Parses the edited dump again and checks that it holds the planned values.
  ///
  /// - Throws: `InternalFault` if it does not.
  package func verify(
    _ holds: (DefaultsDump) throws(DefaultsDumpError) -> Bool
  ) throws {
    do throws(DefaultsDumpError) {
      if try holds(DefaultsDump(reading: bytes, as: kind)) { return }
    } catch {
      throw InternalFault("a migrated dump cannot be read again: \(error.reason)")
    }
    throw InternalFault("a migrated dump does not hold what was decided")
  }
}

extension DefaultsChanges {
  /// The changes of a dump, value by value, as a plan lists them.
  ///
  /// - Parameter record: the record that holds the dump.
  fileprivate func planned(
    in dump: DefaultsDump, _ record: borrowing Record
  ) throws(DefaultsDumpError) -> [PlanFile.Change] {
    var planned: [PlanFile.Change] = []
    for change in try valueChanges(in: dump) {
      planned.append(
        PlanFile.Change(
          at: record.place(ofDumpByte: change.byteOffset, dump.kind),
          documentID: record.name.map { Array($0.utf8) },
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
