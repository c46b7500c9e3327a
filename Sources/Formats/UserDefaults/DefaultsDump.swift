import Jokes
package import Scan
import SystemIO

/// The defaults of a device, read from bytes and given back with a few edits made.
///
/// Whatever was not edited comes back as it came, byte for byte: spellings, order, white space,
/// unknown keys, keys that differ only in how an accent is composed. Memory is bounded by a small
/// multiple of the dump's size, and no nesting, however deep, is followed by recursion.
///
///     let dump = try DefaultsDump(reading: bytes, as: .xmlPropertyList)
///     let migration = try BinaryRatingsMigration(of: dump)
///     let migrated = try dump.applying(migration.edits)
public struct DefaultsDump: Sendable {
  /// The form it came in, and goes out in.
  public let kind: DefaultsKind
  let form: any DumpForm
  /// The top level.
  let top: DumpIndex

  /// How large a dump can be; a device's is some kilobytes.
  static let byteLimit = 1 << 30

  /// Reads a dump.
  ///
  /// - Throws: an error of cause `damaged` where the bytes are not of that kind, or no dictionary, and
  ///   where they are more than 1 GiB.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(reading bytes: [UInt8], as kind: DefaultsKind) throws(DefaultsDumpError) {
    self.kind = kind
    guard bytes.count <= Self.byteLimit else {
      throw DefaultsDumpError(
        .damaged, "it is larger than \(Amount.bytes(Self.byteLimit))", at: 0)
    }
    form =
      switch kind {
      case .json: try JSONDefaults(reading: bytes)
      case .xmlPropertyList: try XMLDefaults(reading: bytes)
      case .binaryPropertyList: try BinaryDefaults(reading: bytes)
      }
    top = form.top
  }

  /// A JSON dump that was found to be one.
  ///
  /// - Parameter top: its top level.
  init(_ bytes: [UInt8], top: JSONContainer) {
    let defaults = JSONDefaults(bytes, top: top)
    (kind, form, self.top) = (.json, defaults, defaults.top)
  }

  /// Whether top-level keys are those of the app's defaults: one that is the app's own is enough.
  public static func looksLikeDump(topLevelKeys: some Sequence<String>) -> Bool {
    topLevelKeys.contains(where: DefaultsKey.isAppKey)
  }

  /// Whether one of the app's own keys is there.
  public var looksLikeDump: Bool { top.hasAppKey }

  /// Whether the top level has a key.
  public func hasKey(_ key: String) -> Bool {
    top.members.indices.contains { top.isName(at: $0, key) }
  }

  /// A flag of the top level, as `UserDefaults.bool(forKey:)` reads it: true, a number other than 0, a
  /// string such as `YES`; nil where it is missing, or no boolean, number or string.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice.
  public func boolean(_ key: String) throws(DefaultsDumpError) -> Bool? {
    try value(of: key)?.flag
  }

  /// The value of a top-level key, or nil where it is missing.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice.
  package func value(of key: String) throws(DefaultsDumpError) -> DefaultsValue? {
    guard let member = try member(key) else { return nil }
    return try form.value(of: member)
  }

  /// The entries of a top-level dictionary, in order, or nil where the key is missing.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice or is no dictionary, or one of
  ///   the dictionary's keys comes twice or is no string.
  public func entries(of key: String) throws(DefaultsDumpError) -> [DefaultsEntry]? {
    guard let member = try member(key) else { return nil }
    let index = try dictionary(key, of: member)
    var entries: [DefaultsEntry] = []
    entries.reserveCapacity(index.count)
    for (place, member) in index.members.enumerated() {
      entries.append(
        DefaultsEntry(
          key: JokeID(index.name(at: place)), value: try form.value(of: member),
          byteOffset: member.value.lowerBound))
    }
    return entries
  }

  /// The elements of a top-level array of strings, in order, or nil where the key is missing.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice, or is no array of strings.
  public func strings(of key: String) throws(DefaultsDumpError) -> [String]? {
    guard let member = try member(key) else { return nil }
    let index = try array(key, of: member)
    var strings: [String] = []
    try forEachString(of: index, key) { strings.append($0.text) }
    return strings
  }

  /// The bytes that a top-level value holds, or nil where the key is missing.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice.
  public func data(of key: String) throws(DefaultsDumpError) -> DefaultsData? {
    guard let member = try member(key) else { return nil }
    return try form.data(of: member)
  }

  /// The dump's bytes with the edits made; without edits the bytes that were read.
  ///
  /// - Throws: an error of cause `unusable` where an edit names a key that comes twice or holds
  ///   something else than the edit needs.
  /// - Complexity: O(*n*) in the number of bytes and edits.
  public func applying(_ edits: [DefaultsEdit]) throws(DefaultsDumpError) -> [UInt8] {
    applying(bytes: try byteEdits(making: edits))
  }

  /// The dump's bytes with edits of them made.
  package func applying(bytes edits: [Edit]) -> [UInt8] { Edit.apply(edits, to: form.bytes) }

  /// The edits of the dump's bytes that make these of its values.
  ///
  /// - Throws: as `applying`.
  package func byteEdits(making edits: [DefaultsEdit]) throws(DefaultsDumpError) -> [Edit] {
    try byteEdits(making: DefaultsChanges(edits, in: self))
  }

  /// The edits of the dump's bytes that make these changes, in the order of their places.
  package func byteEdits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit] {
    changes.isEmpty ? [] : Edit.sorted(try form.edits(making: changes))
  }
}

// MARK: Looking into it

extension DefaultsDump {
  /// The place of a top-level key, which must not be there twice.
  func place(of key: String) throws(DefaultsDumpError) -> Int? {
    try place(key) { top.isName(at: $0, key) }
  }

  /// The same of one of the app's keys.
  func place(of key: AppKey) throws(DefaultsDumpError) -> Int? {
    try place(key.name) { top.isKey(at: $0, key) }
  }

  @inline(__always)
  private func place(
    _ key: @autoclosure () -> String, _ isKey: (Int) -> Bool
  ) throws(DefaultsDumpError) -> Int? {
    var found: Int?
    for place in 0..<top.count where isKey(place) {
      if found != nil {
        throw DefaultsDumpError(
          .unusable, "'\(key())' occurs twice at the top level",
          at: top.members[place].value.lowerBound)
      }
      found = place
    }
    return found
  }

  private func member(_ key: String) throws(DefaultsDumpError) -> DumpIndex.Member? {
    try place(of: key).map { top.members[$0] }
  }

  /// A flag of the app, as `boolean` reads it.
  func flag(_ key: AppKey) throws(DefaultsDumpError) -> Bool? {
    guard let place = try place(of: key) else { return nil }
    return try form.value(of: top.members[place]).flag
  }

  /// The dictionary of one of the app's keys; nil where the key is missing.
  ///
  /// - Throws: as `entries(of:)`.
  func dictionary(_ key: AppKey) throws(DefaultsDumpError) -> DumpIndex? {
    guard let place = try place(of: key) else { return nil }
    return try dictionary(key.name, of: top.members[place])
  }

  func dictionary(
    _ key: String, of member: DumpIndex.Member
  ) throws(DefaultsDumpError) -> DumpIndex {
    if let index = try form.dictionary(of: member, key) { return index }
    throw DefaultsDumpError(
      .unusable, "'\(key)' is not a dictionary", at: member.value.lowerBound)
  }

  /// The array of one of the app's keys; nil where the key is missing.
  func array(_ key: AppKey) throws(DefaultsDumpError) -> DumpIndex? {
    guard let place = try place(of: key) else { return nil }
    return try array(key.name, of: top.members[place])
  }

  func array(_ key: String, of member: DumpIndex.Member) throws(DefaultsDumpError) -> DumpIndex {
    if let index = try form.array(of: member) { return index }
    throw DefaultsDumpError(.unusable, "'\(key)' is not an array", at: member.value.lowerBound)
  }

  /// Lends the elements of an array of strings, in order.
  ///
  /// - Throws: an error of cause `unusable` where one is no string.
  func forEachString(
    of index: DumpIndex, _ key: String, _ body: (Span<UInt8>) -> Void
  ) throws(DefaultsDumpError) {
    for member in index.members where try !form.lendString(of: member, body) {
      throw DefaultsDumpError(
        .unusable, "'\(key)' is not an array of strings", at: member.value.lowerBound)
    }
  }
}
