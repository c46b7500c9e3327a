public import Jokes
import Scan
import SystemIO

/// An edit of a dump, which names its place by key.
///
/// All edits of one call refer to the dump as it was read. Of two edits of the same value the later
/// wins.
public enum DefaultsEdit: Hashable, Sendable {
  /// Sets the rating of a joke: an existing one keeps its type and spelling, a missing entry or
  /// dictionary is added, with an integer.
  case setRating(in: DefaultsKey, JokeID, Rating)
  /// Removes an entry of a dictionary, if it exists.
  case removeEntry(in: DefaultsKey, JokeID)
  /// Sets a top-level flag; a missing flag is added at the end.
  case setBoolean(DefaultsKey, Bool)
  /// Sets an entry to a time; a missing entry or dictionary is added.
  case setTimestamp(in: DefaultsKey, JokeID, DefaultsNumber)
  /// Appends strings to an array; a missing array is added.
  case append(to: DefaultsKey, [String])
  /// Removes all occurrences of strings from an array, if it exists.
  ///
  /// Takes effect before strings that the same call appends.
  case removeStrings(from: DefaultsKey, Set<JokeID>)
  /// Removes up to this number of elements from the front of an array, if it exists.
  ///
  /// Takes effect before strings that the same call appends.
  case removeFirst(Int, from: DefaultsKey)
  /// Replaces the bytes of a value, in its form and layout; a missing value is added. In a JSON
  /// dump bytes that are nested JSON must stay JSON.
  case setData(DefaultsKey, [UInt8])
}

/// Resolves edits by key into changes of a dump's values.
struct DefaultsEditLookup {
  /// The type of value that an edit needs.
  private enum Sort { case flag, data, array, dictionary }

  /// A joke's entry in the dictionary of a target.
  private struct Entry: Hashable {
    let target: Int
    let id: JokeID
  }

  private let dump: DefaultsDump
  private(set) var changes = DefaultsChanges()
  private var sorts: [Sort] = []
  /// The index of each entry's change, so that a later edit replaces it.
  private var entries: [Entry: Int] = [:]
  /// The places of strings in arrays, computed on first use.
  private var strings: [Int: [JokeID: [Int]]] = [:]
  /// The places of removed array elements.
  private var removed: [Int: Set<Int>] = [:]

  init(_ dump: DefaultsDump) { self.dump = dump }

  mutating func add(_ edit: DefaultsEdit) throws(DefaultsDumpError) {
    switch edit {
    case .setRating(let key, let id, let rating):
      let target = try target(key, .dictionary)
      set(.rating(rating), id, target, at: place(of: id, target))
    case .removeEntry(let key, let id):
      let target = try target(key, .dictionary)
      let place = place(of: id, target)
      if place != nil || entries[Entry(target: target, id: id)] != nil {
        set(.removal, id, target, at: place)
      }
    case .setTimestamp(let key, let id, let number):
      let target = try target(key, .dictionary)
      set(.number, id, target, at: place(of: id, target), number.spelling)
    case .setBoolean(let key, let value):
      let target = try target(key, .flag)
      changes.add(.flag(value), target, replacing: firstChange(of: target))
    case .setData(let key, let bytes):
      let target = try target(key, .data)
      changes.add(
        .data, target, to: changes.append(bytes.span), replacing: firstChange(of: target))
    case .append(let key, let texts):
      for text in texts {
        changes.add(.string, try target(key, .array), to: changes.append(text))
      }
    case .removeStrings(let key, let ids):
      if !ids.isEmpty { try remove(ids, from: target(key, .array)) }
    case .removeFirst(let count, let key):
      precondition(count >= 0, "no array loses less than nothing")
      if count > 0 { removeFirst(count, from: try target(key, .array)) }
    }
  }

  /// The target of a key; a linear search, because few keys change.
  private mutating func target(_ key: DefaultsKey, _ sort: Sort) throws(DefaultsDumpError) -> Int {
    let same = changes.targets.indices.filter { changes.targets[$0].key == key }
    for target in same where sorts[target] != sort {
      guard firstChange(of: target) != nil else { continue }
      throw DefaultsDumpError(.unusable, "'\(key.name)' cannot change in two ways at once", at: 0)
    }
    if let target = same.first(where: { sorts[$0] == sort }) { return target }
    let place = try dump.place(of: key)
    var container: DumpIndex?
    if let place, sort == .array || sort == .dictionary {
      container = try dump.container(key, at: place, isDictionary: sort == .dictionary)
    }
    sorts.append(sort)
    return changes.add(key, at: place, container)
  }

  /// The index of the first change of a target; nil if there is none yet.
  private func firstChange(of target: Int) -> Int? {
    changes.changes.firstIndex { $0.target == target }
  }

  private func place(of id: JokeID, _ target: Int) -> Int? {
    id.text.withUTF8Bytes { changes.targets[target].container?.place(of: $0) }
  }

  private mutating func set(
    _ action: DefaultsChanges.Action, _ id: JokeID, _ target: Int, at place: Int?,
    _ content: String = ""
  ) {
    let entry = Entry(target: target, id: id)
    let name = place == nil ? changes.append(id.text) : 0..<0
    entries[entry] = changes.add(
      action, target, at: place, name: name, to: changes.append(content),
      replacing: entries[entry])
  }

  private mutating func remove(_ ids: Set<JokeID>, from target: Int) throws(DefaultsDumpError) {
    guard let array = changes.targets[target].container else { return }
    if strings[target] == nil {
      var places: [JokeID: [Int]] = [:]
      for (place, member) in array.enumerated() where member.isNamed {
        places[JokeID(array.name(at: place)), default: []].append(place)
      }
      strings[target] = places
    }
    remove(ids.flatMap { strings[target]?[$0] ?? [] }.sorted(), target)
  }

  private mutating func removeFirst(_ count: Int, from target: Int) {
    remove(0..<min(count, changes.targets[target].container?.count ?? 0), target)
  }

  private mutating func remove(_ places: some Sequence<Int>, _ target: Int) {
    for place in places where removed[target, default: []].insert(place).inserted {
      changes.add(.removal, target, at: place)
    }
  }
}
