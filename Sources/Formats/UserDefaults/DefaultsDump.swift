import Jokes
import Scan
import SystemIO

/// A UserDefaults dump of one device, which can be read and edited in place.
///
/// Unedited parts keep their bytes: spellings, order, white space, unknown keys, and keys that
/// differ only in Unicode normalization. Memory is bounded by a small multiple of the dump's size,
/// and deep nesting causes no recursion.
///
///     let dump = try DefaultsDump(reading: bytes, as: .xmlPropertyList)
///     let migration = try BinaryRatingsMigration(of: dump)
///     let migrated = try dump.applying(migration.changes)
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

  /// Whether the dump has one of the app's own keys.
  public var looksLikeDump: Bool { top.hasAppKey }

  /// The value of a top-level key, or nil if the key is missing.
  package func value(of key: DefaultsKey) throws(DefaultsDumpError) -> DefaultsValue? {
    guard let member = try member(key) else { return nil }
    return try form.value(of: member)
  }

  /// The entries of a top-level dictionary, in order, or nil if the key is missing.
  public func entries(of key: DefaultsKey) throws(DefaultsDumpError) -> [DefaultsEntry]? {
    guard let index = try dictionary(key) else { return nil }
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
  func timestamps(of key: DefaultsKey) throws(DefaultsDumpError) -> [JokeID: Double] {
    var timestamps: [JokeID: Double] = [:]
    for entry in try entries(of: key) ?? [] {
      if case .number(let number) = entry.value { timestamps[entry.key] = number.double }
    }
    return timestamps
  }

  /// The elements of a top-level array of strings, in order, or nil if the key is missing.
  public func strings(of key: DefaultsKey) throws(DefaultsDumpError) -> [String]? {
    guard let index = try stringArray(key) else { return nil }
    return index.indices.map { index.name(at: $0) }
  }

  /// The bytes in a top-level value, or nil if the key is missing.
  public func data(of key: DefaultsKey) throws(DefaultsDumpError) -> DefaultsData? {
    guard let member = try member(key) else { return nil }
    return try form.data(of: member)
  }

  /// The dump's bytes with the edits applied.
  ///
  /// - Complexity: O(*n*) in the number of bytes and edits.
  public func applying(_ edits: [DefaultsEdit]) throws(DefaultsDumpError) -> [UInt8] {
    try applying(DefaultsChanges(edits, in: self))
  }

  /// The dump's bytes with the changes made.
  ///
  /// - Throws: an error of cause `unusable` if the dump cannot hold a new value.
  public func applying(_ changes: DefaultsChanges) throws(DefaultsDumpError) -> [UInt8] {
    try edited(making: changes).bytes
  }

  /// The dump with the changes made.
  package func edited(
    making changes: borrowing DefaultsChanges
  ) throws(DefaultsDumpError) -> EditedDump {
    changes.isEmpty ? EditedDump(form.bytes) : try form.edited(making: changes)
  }
}

// MARK: Lookup

extension DefaultsDump {
  /// The place of a top-level key.
  func place(of key: DefaultsKey) throws(DefaultsDumpError) -> Int? {
    if key.isMarked { return try place(key) { $0.mark == key.mark } }
    let (name, text, decoded) = (key.bytes, top.text, top.decoded)
    return try place(key) { decoded.name($0.name, in: text).isEqual(to: name.span) }
  }

  @inline(__always)
  private func place(
    _ key: DefaultsKey, _ isKey: (DumpIndex.Member) -> Bool
  ) throws(DefaultsDumpError) -> Int? {
    guard let place = top.firstPlace(where: isKey) else { return nil }
    if let other = top.firstPlace(after: place, where: isKey) {
      throw DefaultsDumpError(
        .unusable, "'\(key.name)' occurs twice at the top level", at: top[other].value.lowerBound)
    }
    return place
  }

  private func member(_ key: DefaultsKey) throws(DefaultsDumpError) -> DumpIndex.Member? {
    try place(of: key).map { top[$0] }
  }

  /// A top-level flag as `UserDefaults.bool(forKey:)` reads it; nil if it is missing or another
  /// type.
  func flag(_ key: DefaultsKey) throws(DefaultsDumpError) -> Bool? { try value(of: key)?.flag }

  /// A top-level dictionary; nil if the key is missing.
  func dictionary(_ key: DefaultsKey) throws(DefaultsDumpError) -> DumpIndex? {
    guard let place = try place(of: key) else { return nil }
    return try container(key, at: place, isDictionary: true)
  }

  /// A top-level array of strings; nil if the key is missing.
  func stringArray(_ key: DefaultsKey) throws(DefaultsDumpError) -> DumpIndex? {
    guard let place = try place(of: key) else { return nil }
    let index = try container(key, at: place, isDictionary: false)
    guard let place = index.firstPlace(where: { !$0.isNamed }) else { return index }
    throw DefaultsDumpError(
      .unusable, "'\(key.name)' is not an array of strings", at: index[place].value.lowerBound)
  }

  /// The dictionary or array at a place of the top level.
  func container(
    _ key: DefaultsKey, at place: Int, isDictionary: Bool
  ) throws(DefaultsDumpError) -> DumpIndex {
    let member = top[place]
    guard let index = try form.container(of: member, isDictionary: isDictionary) else {
      throw DefaultsDumpError(
        .unusable, "'\(key.name)' is not \(isDictionary ? "a dictionary" : "an array")",
        at: member.value.lowerBound)
    }
    return isDictionary ? try index.searchable(of: key) : index
  }
}
