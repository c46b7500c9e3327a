import Jokes
import Scan
import SystemIO

/// What each kind of dump is read and edited by.
///
/// A format keeps the bytes and an index of the top level; it looks into a value only when asked,
/// and never holds a tree of the whole.
protocol DefaultsFormat: Sendable {
  /// Where a value is found again.
  associatedtype Location: Sendable

  init(reading bytes: [UInt8]) throws(DefaultsDumpError)

  /// Whether the top level has one of the app's own keys.
  func hasAppKey() -> Bool
  /// The values that the top level has under a key: none or one, more in a broken dump.
  func values(of key: String) -> [Location]
  func value(at location: Location) throws(DefaultsDumpError) -> DefaultsValue
  /// The value of a key, which must not be there twice.
  func find(_ key: String) throws(DefaultsDumpError) -> Location?
  /// Lends the entries of a dictionary one after the other; false where there is none.
  func forEachMember(
    at location: Location, _ body: (Span<UInt8>, Location) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) -> Bool
  /// Lends the elements of an array one after the other, nil for what is no string; false where there
  /// is no array.
  func forEachString(
    at location: Location, _ body: (Span<UInt8>?, Location) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) -> Bool
  /// The elements of an array, or nil where there is none.
  func elements(at location: Location) throws(DefaultsDumpError) -> [Location]?
  /// The bytes that a value holds, or why it holds none.
  func data(at location: Location) throws(DefaultsDumpError) -> DefaultsData
  func byteOffset(of location: Location) -> Int
  // As requirements these are compiled for each format; a million entries notice.
  func entries(of key: String) throws(DefaultsDumpError) -> [DefaultsEntry]?
  func forEachEntry(
    of key: String, _ body: (Span<UInt8>, DefaultsValue) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError)
  func forEachKey(of key: String, _ body: (Span<UInt8>) -> Void) throws(DefaultsDumpError)
  func forEachString(of key: String, _ body: (Span<UInt8>) -> Void) throws(DefaultsDumpError)
  /// The edits of the bytes that make these changes, and no others.
  func edits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit]
}

extension DefaultsFormat {
  func find(_ key: String) throws(DefaultsDumpError) -> Location? {
    let found = values(of: key)
    if found.count > 1 { throw twice(key, at: found[1]) }
    return found.first
  }

  /// The error that a key of the top level is there again.
  func twice(_ key: String, at location: Location) -> DefaultsDumpError {
    DefaultsDumpError(
      .unusable, "'\(key)' occurs twice at the top level", at: byteOffset(of: location))
  }

  func forEachString(
    at location: Location, _ body: (Span<UInt8>?, Location) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) -> Bool {
    guard let elements = try elements(at: location) else { return false }
    for element in elements {
      if case .string(let text) = try value(at: element) {
        let bytes = Array(text.utf8)
        try body(bytes.span, element)
      } else {
        try body(nil, element)
      }
    }
    return true
  }

  func boolean(_ key: String) throws(DefaultsDumpError) -> Bool? { try value(of: key)?.flag }

  func value(of key: String) throws(DefaultsDumpError) -> DefaultsValue? {
    guard let location = try find(key) else { return nil }
    return try value(at: location)
  }

  func entries(of key: String) throws(DefaultsDumpError) -> [DefaultsEntry]? {
    guard let location = try find(key) else { return nil }
    var entries: [DefaultsEntry] = []
    entries.reserveCapacity(8)
    try forEachUniqueMember(of: key, at: location) { id, place throws(DefaultsDumpError) in
      entries.append(
        DefaultsEntry(
          key: JokeID(id.text), value: try value(at: place), byteOffset: byteOffset(of: place)))
    }
    return entries
  }

  /// Lends the entries of a top-level dictionary, in order; none where the key is missing.
  ///
  /// - Throws: as `entries(of:)`.
  func forEachEntry(
    of key: String, _ body: (Span<UInt8>, DefaultsValue) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) {
    guard let location = try find(key) else { return }
    try forEachUniqueMember(of: key, at: location) { id, place throws(DefaultsDumpError) in
      try body(id, try value(at: place))
    }
  }

  func forEachKey(of key: String, _ body: (Span<UInt8>) -> Void) throws(DefaultsDumpError) {
    guard let location = try find(key) else { return }
    try forEachUniqueMember(of: key, at: location) { id, _ in body(id) }
  }

  /// Lends the entries of what must be a dictionary without a key that comes twice.
  func forEachUniqueMember(
    of key: String, at location: Location,
    _ body: (Span<UInt8>, Location) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) {
    var known = KeyIndex()
    let isDictionary = try forEachMember(at: location) { id, place throws(DefaultsDumpError) in
      guard known.insert(id).isNew else {
        throw DefaultsDumpError(
          .unusable, "'\(key)' holds the key '\(id.text)' twice", at: byteOffset(of: place))
      }
      try body(id, place)
    }
    guard isDictionary else {
      throw DefaultsDumpError(
        .unusable, "'\(key)' is not a dictionary", at: byteOffset(of: location))
    }
  }

  /// Lends the elements of a top-level array of strings, in order; none where the key is missing.
  ///
  /// - Throws: an error of cause `unusable` where it is no array of strings.
  func forEachString(
    of key: String, _ body: (Span<UInt8>) -> Void
  ) throws(DefaultsDumpError) {
    guard let location = try find(key) else { return }
    let isArray = try forEachString(at: location) { text, place throws(DefaultsDumpError) in
      guard let text else {
        throw DefaultsDumpError(
          .unusable, "'\(key)' is not an array of strings", at: byteOffset(of: place))
      }
      body(text)
    }
    guard isArray else { throw noArray(key, at: location) }
  }

  func data(of key: String) throws(DefaultsDumpError) -> DefaultsData? {
    guard let location = try find(key) else { return nil }
    return try data(at: location)
  }

  /// The error that an edit asks for other bytes where there are none.
  func noData(in key: String, at byteOffset: Int) -> DefaultsDumpError {
    DefaultsDumpError(.unusable, "'\(key)' does not hold bytes to change", at: byteOffset)
  }

  /// The elements of what must be an array.
  func requiredElements(
    of key: String, at location: Location
  ) throws(DefaultsDumpError) -> [Location] {
    guard let elements = try elements(at: location) else { throw noArray(key, at: location) }
    return elements
  }

  private func noArray(_ key: String, at location: Location) -> DefaultsDumpError {
    DefaultsDumpError(.unusable, "'\(key)' is not an array", at: byteOffset(of: location))
  }

  /// Which elements of an array are one of these strings; what is no string is none of them.
  func places(
    of strings: Set<JokeID>, among elements: [Location]
  ) throws(DefaultsDumpError) -> Set<Int> {
    guard !strings.isEmpty else { return [] }
    var places: Set<Int> = []
    for (place, element) in elements.enumerated() {
      if case .string(let text) = try value(at: element), strings.contains(JokeID(text)) {
        places.insert(place)
      }
    }
    return places
  }

  /// The error that an edit asks to change the rating of a joke that has none.
  func noRating(of id: String, in key: String, at byteOffset: Int) -> DefaultsDumpError {
    DefaultsDumpError(.unusable, "'\(key)' has no rating of '\(id)' to change", at: byteOffset)
  }
}
