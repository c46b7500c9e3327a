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

  private let bytes: [UInt8]
  private let format: any DefaultsFormat

  /// Reads a dump.
  ///
  /// - Throws: an error of cause `damaged` where the bytes are not of that kind, or no dictionary.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(reading bytes: [UInt8], as kind: DefaultsKind) throws(DefaultsDumpError) {
    self.kind = kind
    self.bytes = bytes
    format =
      switch kind {
      case .json: try JSONDefaults(reading: bytes)
      case .xmlPropertyList: try XMLDefaults(reading: bytes)
      case .binaryPropertyList: try BinaryDefaults(reading: bytes)
      }
  }

  /// A JSON dump that was found to be one.
  ///
  /// - Parameter top: its top level.
  init(_ bytes: [UInt8], top: TextContainer) {
    kind = .json
    self.bytes = bytes
    format = JSONDefaults(bytes, top: top)
  }

  /// Whether top-level keys are those of the app's defaults: one that is the app's own is enough.
  public static func looksLikeDump(topLevelKeys: some Sequence<String>) -> Bool {
    topLevelKeys.contains(where: DefaultsKey.isAppKey)
  }

  /// Whether one of the app's own keys is there.
  public var looksLikeDump: Bool { format.hasAppKey() }

  /// Whether the top level has a key.
  public func hasKey(_ key: String) -> Bool { !format.values(of: key).isEmpty }

  /// A flag of the top level, as `UserDefaults.bool(forKey:)` reads it: true, a number other than 0, a
  /// string such as `YES`; nil where it is missing, or no boolean, number or string.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice.
  public func boolean(_ key: String) throws(DefaultsDumpError) -> Bool? {
    try format.boolean(key)
  }

  /// The value of a top-level key, or nil where it is missing.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice.
  package func value(of key: String) throws(DefaultsDumpError) -> DefaultsValue? {
    try format.value(of: key)
  }

  /// The entries of a top-level dictionary, in order, or nil where the key is missing.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice or is no dictionary, or one of
  ///   the dictionary's keys comes twice or is no string.
  public func entries(of key: String) throws(DefaultsDumpError) -> [DefaultsEntry]? {
    try format.entries(of: key)
  }

  /// The elements of a top-level array of strings, in order, or nil where the key is missing.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice, or is no array of strings.
  public func strings(of key: String) throws(DefaultsDumpError) -> [String]? {
    guard hasKey(key) else { return nil }
    var strings: [String] = []
    try format.forEachString(of: key) { strings.append($0.text) }
    return strings
  }

  /// Lends the keys and the values of a top-level dictionary, in order; none where the key is missing.
  ///
  /// - Throws: as `entries(of:)`.
  func forEachEntry(
    of key: String, _ body: (Span<UInt8>, DefaultsValue) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) { try format.forEachEntry(of: key, body) }

  /// Lends the keys alone.
  ///
  /// - Throws: as `entries(of:)`, but that no value is looked at.
  func forEachKey(
    of key: String, _ body: (Span<UInt8>) -> Void
  ) throws(DefaultsDumpError) { try format.forEachKey(of: key, body) }

  /// Lends the elements of a top-level array of strings, in order; none where the key is missing.
  ///
  /// - Throws: as `strings(of:)`.
  func forEachString(
    of key: String, _ body: (Span<UInt8>) -> Void
  ) throws(DefaultsDumpError) { try format.forEachString(of: key, body) }

  /// The bytes that a top-level value holds, or nil where the key is missing.
  ///
  /// - Throws: an error of cause `unusable` where the key comes twice.
  public func data(of key: String) throws(DefaultsDumpError) -> DefaultsData? {
    try format.data(of: key)
  }

  /// The dump's bytes with the edits made; without edits the bytes that were read.
  ///
  /// - Throws: an error of cause `unusable` where an edit names a key that comes twice or holds
  ///   something else than the edit needs.
  /// - Complexity: O(*n*) in the number of bytes and edits.
  public func applying(_ edits: [DefaultsEdit]) throws(DefaultsDumpError) -> [UInt8] {
    applying(bytes: try byteEdits(making: DefaultsChanges(edits)))
  }

  /// The dump's bytes with edits of them made.
  package func applying(bytes edits: [Edit]) -> [UInt8] { Edit.apply(edits, to: bytes) }

  /// The edits of the dump's bytes that make these of its values.
  ///
  /// - Throws: as `applying`.
  package func byteEdits(making edits: [DefaultsEdit]) throws(DefaultsDumpError) -> [Edit] {
    try byteEdits(making: DefaultsChanges(edits))
  }

  /// The same of edits that are gathered already.
  package func byteEdits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit] {
    changes.isEmpty ? [] : try format.edits(making: changes)
  }
}
