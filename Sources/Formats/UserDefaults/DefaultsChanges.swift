import Jokes

/// The edits of one call, gathered by the top-level key that they touch.
package struct DefaultsChanges: Sendable {
  /// What becomes of one entry of a dictionary.
  enum EntryChange {
    case rating(Rating)
    case removal
    case number(DefaultsNumber)
  }

  /// What becomes of the entries of a dictionary, by their keys.
  struct EntryChanges {
    private var keys: KeyIndex
    /// The change of each key, where there is one.
    private var changes: [EntryChange?]
    /// The places of those that change, in the order in which they were first named.
    private(set) var order: [Int] = []

    /// No changes so far.
    ///
    /// - Parameter keys: those of all that may change.
    init(of keys: KeyIndex = KeyIndex()) {
      self.keys = keys
      changes = [EntryChange?](repeating: nil, count: keys.count)
    }

    /// How many keys there are, whether they change or not.
    var keyCount: Int { changes.count }

    /// The place of a key that changes.
    func place(of key: Span<UInt8>) -> Int? {
      guard !order.isEmpty, let place = keys.place(of: key) else { return nil }
      return changes[place] == nil ? nil : place
    }

    subscript(place: Int) -> EntryChange? { changes[place] }

    func key(at place: Int) -> String { keys.string(at: place) }

    func withKey(
      at place: Int, _ body: (Span<UInt8>) throws(DefaultsDumpError) -> Void
    ) throws(DefaultsDumpError) { try keys.withKey(at: place, body) }

    mutating func set(_ key: String, to change: EntryChange) {
      let (place, isNew) = keys.insert(key)
      if isNew { changes.append(nil) }
      set(at: place, to: change)
    }

    mutating func set(at place: Int, to change: EntryChange) {
      if changes[place] == nil { order.append(place) }
      changes[place] = change
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
    var entries = EntryChanges()

    /// Whether the value is an array, and changes as one.
    var editsArray: Bool { !strings.isEmpty || !removedStrings.isEmpty || frontCount > 0 }

    init(key: String) { self.key = key }

    /// Of no entry that changes it is known that the dictionary has it.
    var noEntries: [Bool] { [Bool](repeating: false, count: entries.keyCount) }

    /// The entries to put behind those that are there.
    ///
    /// - Parameter present: which of the entries that change the dictionary has already.
    func additions(besides present: [Bool]) -> TextAdditions {
      .entries(entries, present: present)
    }

    /// A joke whose rating is to change, although the dictionary has no such entry.
    func missingRating(besides present: [Bool]) -> String? {
      for place in entries.order where !present[place] {
        if case .rating? = entries[place] { return entries.key(at: place) }
      }
      return nil
    }
  }

  /// The changes, in the order in which the edits first named their keys.
  private(set) var changes: [Change] = []
  /// The edits as they were given, where they were.
  private var givenEdits: [DefaultsEdit]?

  package init() {}

  package init(_ edits: [DefaultsEdit]) {
    givenEdits = edits
    for edit in edits {
      switch edit {
      case .setRating(let key, let id, let rating):
        changes[index(of: key)].entries.set(id.text, to: .rating(rating))
      case .removeEntry(let key, let id):
        changes[index(of: key)].entries.set(id.text, to: .removal)
      case .setBoolean(let key, let value): set(key, to: value)
      case .setTimestamp(let key, let id, let number):
        changes[index(of: key)].entries.set(id.text, to: .number(number))
      case .append(let key, let strings): append(strings, to: key)
      case .removeFirst(let count, let key):
        precondition(count >= 0, "no array loses less than nothing")
        if count > 0 { changes[index(of: key)].frontCount = count }
      case .removeStrings(let key, let strings):
        if !strings.isEmpty { changes[index(of: key)].removedStrings.formUnion(strings) }
      case .setData(let key, let bytes): changes[index(of: key)].data = bytes
      }
    }
  }

  /// Whether nothing was asked for.
  var isEmpty: Bool { givenEdits?.isEmpty ?? changes.isEmpty }

  mutating func set(_ key: String, to flag: Bool) { changes[index(of: key)].flag = flag }

  mutating func append(_ strings: [String], to key: String) {
    if !strings.isEmpty { changes[index(of: key)].strings += strings }
  }

  /// Sets times of a dictionary of which nothing else becomes.
  mutating func set(_ times: EntryChanges, in key: String) {
    if !times.order.isEmpty { changes[index(of: key)].entries = times }
  }

  /// A dump has few keys that anyone changes: looking through them is quick.
  private mutating func index(of key: String) -> Int {
    for index in changes.indices.reversed() where changes[index].key == key {
      // Swift takes two spellings of one accented letter for one key.
      if changes[index].key.utf8.elementsEqual(key.utf8) { return index }
    }
    changes.append(Change(key: key))
    return changes.count - 1
  }
}

extension DefaultsChanges {
  /// The edits that come to this: as they were given, or else flags, times and strings that are added.
  package var edits: [DefaultsEdit] {
    if let givenEdits { return givenEdits }
    var edits: [DefaultsEdit] = []
    for change in changes {
      if !change.strings.isEmpty { edits.append(.append(to: change.key, change.strings)) }
      for place in change.entries.order {
        if case .number(let number)? = change.entries[place] {
          edits.append(
            .setTimestamp(in: change.key, JokeID(change.entries.key(at: place)), number))
        }
      }
      if let flag = change.flag { edits.append(.setBoolean(change.key, flag)) }
    }
    return edits
  }
}
