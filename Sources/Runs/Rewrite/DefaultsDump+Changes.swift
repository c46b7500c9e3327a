package import Formats
import Jokes
import Scan
import SystemIO

/// What edits do to a dump, value by value, as a plan tells it.
extension DefaultsDump {
  /// The changes that edits make to this dump.
  ///
  /// - Parameter record: what the dump was read from.
  /// - Throws: as `applying` does.
  package func changes(
    by edits: [DefaultsEdit], _ record: borrowing Record
  ) throws(DefaultsDumpError) -> [PlanFile.Change] {
    var entries = EntryTable(self)
    var changes: [PlanFile.Change] = []
    for edit in edits {
      for (offset, change) in try self.changes(by: edit, &entries) {
        var change = change
        change.place = record.place(ofDumpByte: offset ?? 0, kind)
        change.documentID = record.name
        changes.append(change)
      }
    }
    return changes
  }

  private typealias Located = (offset: Int?, change: PlanFile.Change)

  private func changes(
    by edit: DefaultsEdit, _ entries: inout EntryTable
  ) throws(DefaultsDumpError) -> [Located] {
    switch edit {
    case .setRating(let key, let id, let rating):
      return [Self.change(key, id, try entries.entry(key, id), to: .whole(rating.rawValue))]
    case .setTimestamp(let key, let id, let number):
      return [
        Self.change(
          key, id, try entries.entry(key, id), to: .number(spelled: number.spelling))
      ]
    case .removeEntry(let key, let id):
      guard let entry = try entries.entry(key, id) else { return [] }
      return [Self.change(key, id, entry, to: nil)]
    case .setBoolean(let key, let value):
      return [(nil, Self.change(key, from: try self.value(of: key)?.planned, to: .boolean(value)))]
    case .append(let key, let texts):
      return texts.map { (nil, Self.change(key, from: nil, to: .text($0))) }
    case .removeStrings(let key, let ids):
      let gone = try strings(of: key)?.filter { ids.contains(JokeID($0)) } ?? []
      return gone.map { (nil, Self.change(key, from: .text($0), to: nil)) }
    case .removeFirst(let count, let key):
      let gone = try strings(of: key)?.prefix(count) ?? []
      return gone.map { (nil, Self.change(key, from: .text($0), to: nil)) }
    case .setData(let key, let bytes):
      let before = try data(of: key)
      return [
        (before?.byteOffset, Self.change(key, from: before?.planned, to: .bytes(bytes)))
      ]
    }
  }

  private static func change(
    _ key: String, from before: PlanFile.Change.Value?, to after: PlanFile.Change.Value?
  ) -> PlanFile.Change {
    PlanFile.Change(at: Place(file: ""), key: key, before: before, after: after)
  }

  private static func change(
    _ key: String, _ id: JokeID, _ entry: DefaultsEntry?, to after: PlanFile.Change.Value?
  ) -> Located {
    var change = change(key, from: entry?.value.planned, to: after)
    change.entry = id.text
    return (entry?.byteOffset, change)
  }
}

/// The entries of a dump's dictionaries by joke, each dictionary looked up once.
private struct EntryTable {
  private let dump: DefaultsDump
  private var tables: [String: [JokeID: DefaultsEntry]] = [:]

  init(_ dump: DefaultsDump) { self.dump = dump }

  mutating func entry(
    _ key: String, _ id: JokeID
  ) throws(DefaultsDumpError) -> DefaultsEntry? {
    if let table = tables[key] { return table[id] }
    let entries = try dump.entries(of: key) ?? []
    let table = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
    tables[key] = table
    return table[id]
  }
}

extension DefaultsValue {
  /// The value as a plan shows it.
  fileprivate var planned: PlanFile.Change.Value {
    switch self {
    case .number(let number): .number(spelled: number.spelling)
    case .string(let text): .text(text)
    case .boolean(let value): .boolean(value)
    case .null: .text("null")
    case .notFinite(let name), .other(let name): .text(name)
    }
  }
}

extension DefaultsData {
  fileprivate var planned: PlanFile.Change.Value {
    switch content {
    case .bytes(let bytes): .bytes(bytes)
    case .unreadable(let reason): .text(reason)
    }
  }
}
