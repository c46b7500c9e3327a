import Jokes
import Scan
import SystemIO

/// The changes to the values of a dump.
///
/// A migration plans them, a plan file lists them, and each form of dump turns them into edits of
/// its bytes.
public struct DefaultsChanges: Sendable {
  /// The change to one value.
  enum Action {
    /// Sets a rating, in its type and spelling; creates the entry if it is missing.
    case rating(Rating)
    /// Sets a number, and creates the entry if it is missing.
    case number
    /// Appends a string to an array.
    case string
    /// Removes an entry or element.
    case removal
    case flag(Bool)
    /// Replaces the bytes of a value.
    case data
  }

  /// One change; 32-bit offsets suffice, as in `DumpIndex`.
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

    /// The index of the change's target.
    var target: Int { Int(targetNumber) }
    /// The place in the target's container; nil for the target itself or a new entry.
    var place: Int? { memberPlace == .max ? nil : Int(memberPlace) }
    /// The range of a new entry's key in the bytes.
    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// The range of the new number, string or bytes in the bytes.
    var content: Range<Int> { Int(contentStart)..<Int(contentEnd) }
  }

  /// A top-level value that changes.
  struct Target {
    let key: DefaultsKey
    /// The place at the top level; nil if the key is missing.
    let place: Int?
    /// The dictionary or array, if its members change.
    let container: DumpIndex?
  }

  private(set) var targets: [Target] = []
  /// The changes in the order of the requests.
  private(set) var changes: [Change] = []
  /// The bytes of names and contents: those of the dump, and others.
  private let source: [UInt8]
  private var added: DecodedNames

  /// - Parameter index: an index of the dump; its names need no copy.
  init(quoting index: DumpIndex = .none) { (source, added) = (index.text, index.decoded) }

  /// Resolves edits in a dump.
  package init(_ edits: [DefaultsEdit], in dump: DefaultsDump) throws(DefaultsDumpError) {
    var lookup = DefaultsEditLookup(dump)
    for edit in edits { try lookup.add(edit) }
    self = lookup.changes
  }

  /// Whether nothing changes.
  public var isEmpty: Bool { changes.isEmpty }

  /// Adds a target and returns its index.
  mutating func add(_ key: DefaultsKey, at place: Int?, _ container: DumpIndex? = nil) -> Int {
    targets.append(Target(key: key, place: place, container: container))
    return targets.count - 1
  }

  /// Reserves capacity for this number of changes.
  mutating func reserve(_ count: Int) {
    targets.reserveCapacity(3)
    changes.reserveCapacity(count)
  }

  /// Adds a change, or replaces the one with an index: other changes keep theirs.
  ///
  /// - Parameters:
  ///   - name: the range of a new entry's key in the bytes.
  ///   - content: the range of the new number, string or bytes in the bytes.
  /// - Returns: the change's index.
  @discardableResult
  mutating func add(
    _ action: Action, _ target: Int, at place: Int? = nil, name: Range<Int> = 0..<0,
    to content: Range<Int> = 0..<0, replacing number: Int? = nil
  ) -> Int {
    let change = Change(action: action, target: target, place: place, name: name, content: content)
    guard let number else {
      changes.append(change)
      return changes.count - 1
    }
    changes[number] = change
    return number
  }

  /// Appends bytes, and returns their range.
  mutating func append(_ bytes: Span<UInt8>) -> Range<Int> { added.append(bytes) }

  /// Appends a text, and returns the range of its bytes.
  mutating func append(_ text: String) -> Range<Int> { text.withUTF8Bytes { append($0) } }

  /// The range of the number that a member holds; nil if it holds none.
  ///
  /// - Precondition: an index of the dump is quoted.
  mutating func quote(
    numberOf member: DumpIndex.Member, in dump: borrowing DefaultsDump
  ) throws(DefaultsDumpError) -> Range<Int>? {
    if let number = dump.form.number(of: member) { return number }
    return try dump.form.value(of: member).number.map { append($0.spelling) }
  }

  /// The bytes of a name or content.
  @_lifetime(borrow self)
  func bytes(_ range: Range<Int>) -> Span<UInt8> {
    added.name(range, in: source)
  }

  /// The content of a change, as text.
  func content(of change: Change) -> String { bytes(change.content).text }

  /// The number that a change sets.
  func number(of change: Change) -> DefaultsNumber {
    DefaultsNumber(spelling: content(of: change))
  }

  /// The existing member that a change is about; nil for a new one.
  func member(of change: Change, in top: DumpIndex) -> DumpIndex.Member? {
    switch change.action {
    case .flag, .data: return targets[change.target].place.map { top[$0] }
    case .rating, .number, .string, .removal:
      guard let place = change.place else { return nil }
      return targets[change.target].container?[place]
    }
  }

  /// The key of the changed entry; nil if the change is not to an entry.
  func name(of change: Change) -> String? {
    switch change.action {
    case .string, .flag, .data: return nil
    case .rating, .number, .removal:
      guard let place = change.place, let container = targets[change.target].container else {
        return bytes(change.name).text
      }
      return container.isDictionary ? container.name(at: place) : nil
    }
  }
}
