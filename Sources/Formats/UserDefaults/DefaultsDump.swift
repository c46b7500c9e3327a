import Jokes
package import Scan
import SystemIO

/// A UserDefaults dump of one device, which can be read and edited in place.
///
/// Unedited parts keep their bytes: spellings, order, white space, unknown keys, and keys that
/// differ only in Unicode normalization. Memory is bounded by a small multiple of the dump's size,
/// and deep nesting causes no recursion.
///
///     let dump = try DefaultsDump(reading: bytes, as: .xmlPropertyList)
///     let migration = try BinaryRatingsMigration(of: dump)
///     let migrated = try dump.applying(migration.edits)
public struct DefaultsDump: Sendable {
  /// The format, which edits keep.
  public let kind: DefaultsKind
  let form: any DumpForm
  /// The top level.
  let top: DumpIndex

  /// The size limit of a dump; real ones take kilobytes.
  static let byteLimit = 1 << 30

  /// Reads a dump.
  ///
  /// - Throws: an error of cause `damaged` if the bytes are not of that kind, not a dictionary, or
  ///   more than 1 GiB.
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

  /// Makes a dump of JSON whose top level was parsed before.
  ///
  /// - Parameter top: the parsed top level.
  init(_ bytes: [UInt8], top: consuming JSONContainer) {
    let defaults = JSONDefaults(bytes, top: top)
    (kind, form, self.top) = (.json, defaults, defaults.top)
  }

  /// Whether one of the top-level keys is the app's own.
  public static func looksLikeDump(topLevelKeys: some Sequence<String>) -> Bool {
    topLevelKeys.contains(where: DefaultsKey.isAppKey)
  }

  /// Whether the dump has one of the app's own keys.
  public var looksLikeDump: Bool { top.hasAppKey }

  /// A top-level flag as `UserDefaults.bool(forKey:)` reads it: true, a nonzero number, or a string
  /// such as `YES`. Nil if it is missing or another type.
  ///
  /// - Throws: an error of cause `unusable` if the key occurs twice.
  public func boolean(_ key: String) throws(DefaultsDumpError) -> Bool? {
    try value(of: key)?.flag
  }

  /// The value of a top-level key, or nil if the key is missing.
  ///
  /// - Throws: an error of cause `unusable` if the key occurs twice.
  package func value(of key: String) throws(DefaultsDumpError) -> DefaultsValue? {
    guard let member = try member(key) else { return nil }
    return try form.value(of: member)
  }

  /// The entries of a top-level dictionary, in order, or nil if the key is missing.
  ///
  /// - Throws: an error of cause `unusable` if the key occurs twice or is not a dictionary, or if a
  ///   key of the dictionary occurs twice or is not a string.
  public func entries(of key: String) throws(DefaultsDumpError) -> [DefaultsEntry]? {
    guard let member = try member(key) else { return nil }
    let index = try dictionary(key, of: member)
    var entries: [DefaultsEntry] = []
    entries.reserveCapacity(index.count)
    for (place, member) in index.enumerated() {
      entries.append(
        DefaultsEntry(
          key: JokeID(index.name(at: place)), value: try form.value(of: member),
          byteOffset: member.value.lowerBound))
    }
    return entries
  }

  /// The times in a top-level dictionary, in seconds since 1970. A missing key counts as empty, and a
  /// value that is not a number as missing.
  ///
  /// - Throws: as `entries(of:)`.
  func timestamps(of key: String) throws(DefaultsDumpError) -> [JokeID: Double] {
    var timestamps: [JokeID: Double] = [:]
    for entry in try entries(of: key) ?? [] {
      if case .number(let number) = entry.value { timestamps[entry.key] = number.double }
    }
    return timestamps
  }

  /// The elements of a top-level array of strings, in order, or nil if the key is missing.
  ///
  /// - Throws: an error of cause `unusable` if the key occurs twice or is not an array of strings.
  public func strings(of key: String) throws(DefaultsDumpError) -> [String]? {
    guard let member = try member(key) else { return nil }
    let index = try stringArray(key, of: member)
    return index.indices.map { index.name(at: $0) }
  }

  /// The bytes in a top-level value, or nil if the key is missing.
  ///
  /// - Throws: an error of cause `unusable` if the key occurs twice.
  public func data(of key: String) throws(DefaultsDumpError) -> DefaultsData? {
    guard let member = try member(key) else { return nil }
    return try form.data(of: member)
  }

  /// The dump's bytes with the edits applied.
  ///
  /// - Throws: an error of cause `unusable` if an edit names a key that occurs twice or a value of
  ///   the wrong type.
  /// - Complexity: O(*n*) in the number of bytes and edits.
  public func applying(_ edits: [DefaultsEdit]) throws(DefaultsDumpError) -> [UInt8] {
    applying(bytes: try byteEdits(making: edits))
  }

  /// The dump's bytes with byte edits applied.
  package func applying(bytes edits: [Edit]) -> [UInt8] { Edit.apply(edits, to: form.bytes) }

  /// The byte edits that apply these edits.
  ///
  /// - Throws: as `applying`.
  package func byteEdits(making edits: [DefaultsEdit]) throws(DefaultsDumpError) -> [Edit] {
    try byteEdits(making: DefaultsChanges(edits, in: self))
  }

  /// The byte edits that apply these changes, in order of place.
  package func byteEdits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit] {
    changes.isEmpty ? [] : Edit.sorted(try form.edits(making: changes))
  }
}

// MARK: Lookup

extension DefaultsDump {
  /// The place of a top-level key.
  ///
  /// - Throws: an error of cause `unusable` if the key occurs twice.
  func place(of key: String) throws(DefaultsDumpError) -> Int? {
    try place(key) { top.isName($0, key) }
  }

  /// The place of one of the app's keys, with the same error.
  func place(of key: AppKey) throws(DefaultsDumpError) -> Int? {
    try place(key.name) { $0.mark == key.rawValue }
  }

  @inline(__always)
  private func place(
    _ key: @autoclosure () -> String, _ isKey: (DumpIndex.Member) -> Bool
  ) throws(DefaultsDumpError) -> Int? {
    guard let place = top.firstPlace(where: isKey) else { return nil }
    if let other = top.firstPlace(after: place, where: isKey) {
      throw DefaultsDumpError(
        .unusable, "'\(key())' occurs twice at the top level", at: top[other].value.lowerBound)
    }
    return place
  }

  private func member(_ key: String) throws(DefaultsDumpError) -> DumpIndex.Member? {
    try place(of: key).map { top[$0] }
  }

  /// One of the app's flags, read as by `boolean`.
  func flag(_ key: AppKey) throws(DefaultsDumpError) -> Bool? {
    guard let place = try place(of: key) else { return nil }
    return try form.value(of: top[place]).flag
  }

  /// The dictionary of one of the app's keys; nil if the key is missing.
  ///
  /// - Throws: as `entries(of:)`.
  func dictionary(_ key: AppKey) throws(DefaultsDumpError) -> DumpIndex? {
    guard let place = try place(of: key) else { return nil }
    return try dictionary(key.name, of: top[place])
  }

  func dictionary(
    _ key: @autoclosure () -> String, of member: DumpIndex.Member
  ) throws(DefaultsDumpError) -> DumpIndex {
    if let index = try form.dictionary(of: member, key()) { return index }
    throw DefaultsDumpError(
      .unusable, "'\(key())' is not a dictionary", at: member.value.lowerBound)
  }

  /// The array of strings of one of the app's keys; nil if the key is missing.
  func stringArray(_ key: AppKey) throws(DefaultsDumpError) -> DumpIndex? {
    guard let place = try place(of: key) else { return nil }
    return try stringArray(key.name, of: top[place]).strings()
  }

  func array(
    _ key: @autoclosure () -> String, of member: DumpIndex.Member
  ) throws(DefaultsDumpError) -> DumpIndex {
    if let index = try form.array(of: member) { return index }
    throw DefaultsDumpError(.unusable, "'\(key())' is not an array", at: member.value.lowerBound)
  }

  private func stringArray(
    _ key: @autoclosure () -> String, of member: DumpIndex.Member
  ) throws(DefaultsDumpError) -> DumpIndex {
    let index = try array(key(), of: member)
    guard let place = index.firstPlace(where: { !$0.isNamed }) else { return index }
    throw DefaultsDumpError(
      .unusable, "'\(key())' is not an array of strings", at: index[place].value.lowerBound)
  }
}
