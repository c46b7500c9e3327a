import Jokes
import Scan
import SystemIO

/// What becomes of a dump, value by value: the form in which a migration plans it, a plan file tells
/// it, and each kind of dump turns it into edits of its bytes.
package struct DefaultsChanges: Sendable {
  /// What becomes of one value.
  enum Action {
    /// It becomes another rating, in the type and spelling that it has.
    case rating(Rating)
    /// It becomes a number, and is made where it is missing.
    case number
    /// A string comes behind those of an array.
    case string
    /// It goes.
    case removal
    case flag(Bool)
    /// It holds other bytes.
    case data
  }

  /// Half a word is enough for a place, as in an index.
  struct Change {
    let action: Action
    private let targetNumber, memberPlace, nameStart, nameEnd, contentStart, contentEnd: UInt32

    init(
      action: Action, target: Int, place: Int?, name: Range<Int> = 0..<0,
      content: Range<Int> = 0..<0
    ) {
      self.action = action
      targetNumber = UInt32(target)
      memberPlace = place.map { UInt32($0) } ?? .max
      (nameStart, nameEnd) = (UInt32(name.lowerBound), UInt32(name.upperBound))
      (contentStart, contentEnd) = (UInt32(content.lowerBound), UInt32(content.upperBound))
    }

    /// Which of the top-level values it is about.
    var target: Int { Int(targetNumber) }
    /// The place in the target's container; nil where it is the target itself, or is made.
    var place: Int? { memberPlace == .max ? nil : Int(memberPlace) }
    /// Where in the text the key of an entry stands that is made.
    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// Where in the text a number, as it is spelled, a string or bytes stand.
    var content: Range<Int> { Int(contentStart)..<Int(contentEnd) }
  }

  /// A top-level value that changes.
  struct Target {
    let key: String
    /// The place at the top level; nil where it is missing.
    let place: Int?
    /// The dictionary or the array, where that changes.
    let container: DumpIndex?
  }

  private(set) var targets: [Target] = []
  /// The changes, in the order in which they were asked for.
  private(set) var changes: [Change] = []
  private(set) var text: [UInt8] = []

  package init() {}

  /// The changes that edits make to a dump.
  ///
  /// - Throws: an error of cause `unusable` where an edit names a key that comes twice or holds
  ///   something else than the edit needs.
  package init(_ edits: [DefaultsEdit], in dump: DefaultsDump) throws(DefaultsDumpError) {
    var lookup = DefaultsEditLookup(dump)
    for edit in edits { try lookup.add(edit) }
    self = lookup.changes
  }

  /// Whether nothing changes.
  package var isEmpty: Bool { changes.isEmpty }

  /// Adds a target, and gives its number.
  mutating func add(_ key: String, at place: Int?, _ container: DumpIndex? = nil) -> Int {
    targets.append(Target(key: key, place: place, container: container))
    return targets.count - 1
  }

  /// Adds one of the app's keys as a target, and gives its number.
  mutating func add(
    _ key: AppKey, of dump: DefaultsDump, _ container: DumpIndex? = nil
  ) throws(DefaultsDumpError) -> Int {
    add(key.name, at: try dump.place(of: key), container)
  }

  /// Makes room for so many changes of entries.
  mutating func reserve(_ count: Int) {
    changes.reserveCapacity(count)
    text.reserveCapacity(32 * count)
  }

  /// Adds a change of what is there.
  mutating func add(_ action: Action, _ target: Int, at place: Int? = nil) {
    changes.append(Change(action: action, target: target, place: place))
  }

  /// Adds a change to this content.
  mutating func add(_ action: Action, _ target: Int, to content: Span<UInt8>) {
    changes.append(
      Change(action: action, target: target, place: nil, content: append(content)))
  }

  /// Adds the change of an entry, or puts it in the place of the one with this number.
  ///
  /// - Returns: its number.
  @discardableResult
  mutating func set(
    _ action: Action, _ target: Int, at place: Int?, name: Span<UInt8>,
    to content: Span<UInt8>, _ number: Int? = nil
  ) -> Int {
    let change = Change(
      action: action, target: target, place: place,
      name: place == nil ? append(name) : 0..<0, content: append(content))
    guard let number else {
      changes.append(change)
      return changes.count - 1
    }
    changes[number] = change
    return number
  }

  /// Takes back what was to become of a target.
  mutating func clear(_ target: Int) { changes.removeAll { $0.target == target } }

  private mutating func append(_ bytes: Span<UInt8>) -> Range<Int> {
    let start = text.count
    text.append(contentsOf: bytes)
    return start..<text.count
  }

  /// The content of a change, as text.
  func content(of change: Change) -> String { text.span.extracting(change.content).text }

  /// The number that a change sets.
  func number(of change: Change) -> DefaultsNumber {
    DefaultsNumber(spelling: content(of: change))
  }

  /// What a change is about, in its container or at the top level; nil where it is made.
  func member(of change: Change, in top: DumpIndex) -> DumpIndex.Member? {
    let target = targets[change.target]
    switch change.action {
    case .flag, .data: return target.place.map { top.members[$0] }
    case .rating, .number, .string, .removal:
      return change.place.flatMap { target.container?.members[$0] }
    }
  }

  /// The key of the entry that a change is about; nil where it is about none.
  func name(of change: Change) -> String? {
    switch change.action {
    case .string, .flag, .data: return nil
    case .rating, .number, .removal:
      guard let place = change.place, let container = targets[change.target].container else {
        return text.span.extracting(change.name).text
      }
      return container.isDictionary ? container.name(at: place) : nil
    }
  }
}

extension DefaultsChanges {
  /// The edits that come to this.
  var edits: [DefaultsEdit] {
    var edits: [DefaultsEdit] = []
    for change in changes {
      let key = targets[change.target].key
      let id = name(of: change).map { JokeID($0) }
      switch (change.action, id) {
      case (.rating(let rating), let id?): edits.append(.setRating(in: key, id, rating))
      case (.number, let id?): edits.append(.setTimestamp(in: key, id, number(of: change)))
      case (.removal, let id?): edits.append(.removeEntry(in: key, id))
      case (.flag(let flag), _): edits.append(.setBoolean(key, flag))
      case (.string, _): edits.append(.append(to: key, [content(of: change)]))
      case (.data, _): edits.append(.setData(key, Array(text[change.content])))
      // An element leaves an array by what it is, and no migration takes one out.
      case (.rating, nil), (.number, nil), (.removal, nil): break
      }
    }
    return edits
  }
}
