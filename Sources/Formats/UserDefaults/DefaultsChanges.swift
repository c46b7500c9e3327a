import Jokes

/// The edits of one call, gathered by the top-level key that they touch.
struct DefaultsChanges {
  /// What becomes of one entry of a dictionary.
  enum EntryChange {
    case rating(Rating)
    case removal
    case number(DefaultsNumber)
  }

  /// What becomes of the entries of a dictionary, by their keys.
  struct EntryChanges {
    private(set) var index = JokeIndex()
    /// The change of each key of the index.
    private var changes: [EntryChange] = []

    subscript(_ id: JokeID) -> EntryChange? { index.place(of: id).map { changes[$0] } }

    mutating func set(_ id: JokeID, to change: EntryChange) {
      let (place, isNew) = index.insert(id)
      if isNew { changes.append(change) } else { changes[place] = change }
    }
  }

  /// What becomes of one top-level key's value.
  struct Change {
    let key: String
    var flag: Bool?
    /// The strings to put behind those of an array.
    var strings: [String] = []
    /// The strings to take out of it before.
    var removedStrings: Set<JokeID> = []
    /// How many elements to take off its front before.
    var frontCount = 0
    var data: [UInt8]?
    private(set) var entries = EntryChanges()
    /// The keys of `entries`, in the order in which the edits first named them.
    var order: [JokeID] { entries.index.ids }

    /// Whether the value is an array, and changes as one.
    var editsArray: Bool { !strings.isEmpty || !removedStrings.isEmpty || frontCount > 0 }

    init(key: String) { self.key = key }

    mutating func set(_ id: JokeID, to change: EntryChange) { entries.set(id, to: change) }

    /// The entries to put behind those that are there.
    ///
    /// - Parameter present: which of the edits' keys the dictionary has already.
    func additions(besides present: Set<JokeID>) -> [(key: JokeID, number: DefaultsNumber)] {
      order.compactMap { id in
        guard !present.contains(id), case .number(let number)? = entries[id] else { return nil }
        return (id, number)
      }
    }

    /// A joke whose rating is to change, although the dictionary has no such entry.
    func missingRating(besides present: Set<JokeID>) -> JokeID? {
      order.first { id in
        guard !present.contains(id), case .rating? = entries[id] else { return false }
        return true
      }
    }
  }

  /// The changes, in the order in which the edits first named their keys.
  private(set) var changes: [Change] = []

  init(_ edits: [DefaultsEdit]) {
    for edit in edits {
      switch edit {
      case .setRating(let key, let id, let rating):
        changes[index(of: key)].set(id, to: .rating(rating))
      case .removeEntry(let key, let id): changes[index(of: key)].set(id, to: .removal)
      case .setBoolean(let key, let value): changes[index(of: key)].flag = value
      case .setTimestamp(let key, let id, let number):
        changes[index(of: key)].set(id, to: .number(number))
      case .append(let key, let strings):
        if !strings.isEmpty { changes[index(of: key)].strings += strings }
      case .removeFirst(let count, let key):
        precondition(count >= 0, "no array loses less than nothing")
        if count > 0 { changes[index(of: key)].frontCount = count }
      case .removeStrings(let key, let strings):
        if !strings.isEmpty { changes[index(of: key)].removedStrings.formUnion(strings) }
      case .setData(let key, let bytes): changes[index(of: key)].data = bytes
      }
    }
  }

  /// A dump has few keys that anyone changes: looking through them is quick.
  private mutating func index(of key: String) -> Int {
    if let index = changes.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
      return index
    }
    changes.append(Change(key: key))
    return changes.count - 1
  }
}
