import ByteIO
import Jokes

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
  /// Lends the entries of a dictionary one after the other; false where there is none.
  func forEachMember(
    at location: Location, _ body: (JokeID, Location) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) -> Bool
  /// The elements of an array, or nil where there is none.
  func elements(at location: Location) throws(DefaultsDumpError) -> [Location]?
  /// The bytes that a value holds, or why it holds none.
  func data(at location: Location) throws(DefaultsDumpError) -> DefaultsData
  func byteOffset(of location: Location) -> Int
  // As requirements these two are compiled for each format; a million entries notice.
  func entries(of key: String) throws(DefaultsDumpError) -> [DefaultsEntry]?
  func strings(of key: String) throws(DefaultsDumpError) -> [String]?
  /// The edits of the bytes that make these changes, and no others.
  func edits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit]
}

extension DefaultsFormat {
  /// The value of a key, which must not be there twice.
  func find(_ key: String) throws(DefaultsDumpError) -> Location? {
    let found = values(of: key)
    if found.count > 1 {
      throw DefaultsDumpError(
        .unusable, "'\(key)' occurs twice at the top level", at: byteOffset(of: found[1]))
    }
    return found.first
  }

  func boolean(_ key: String) throws(DefaultsDumpError) -> Bool? { try value(of: key)?.flag }

  func value(of key: String) throws(DefaultsDumpError) -> DefaultsValue? {
    guard let location = try find(key) else { return nil }
    return try value(at: location)
  }

  func entries(of key: String) throws(DefaultsDumpError) -> [DefaultsEntry]? {
    guard let location = try find(key) else { return nil }
    var entries: [DefaultsEntry] = []
    var places = JokePlaces()
    try requireMembers(of: key, at: location) { id, place throws(DefaultsDumpError) in
      if places.place(of: id, { entries[$0].key == id }) != nil {
        throw twice(id, in: key, at: place)
      }
      places.insert(id, at: entries.count)
      entries.append(
        DefaultsEntry(key: id, value: try value(at: place), byteOffset: byteOffset(of: place)))
    }
    return entries
  }

  /// The entries of what must be a dictionary without a key that comes twice.
  func uniqueMembers(
    of key: String, at location: Location
  ) throws(DefaultsDumpError) -> [(key: JokeID, Location)] {
    var members: [(key: JokeID, Location)] = []
    var places = JokePlaces()
    try requireMembers(of: key, at: location) { id, place throws(DefaultsDumpError) in
      if places.place(of: id, { members[$0].key == id }) != nil {
        throw twice(id, in: key, at: place)
      }
      places.insert(id, at: members.count)
      members.append((id, place))
    }
    return members
  }

  private func requireMembers(
    of key: String, at location: Location,
    _ body: (JokeID, Location) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) {
    guard try forEachMember(at: location, body) else {
      throw DefaultsDumpError(
        .unusable, "'\(key)' is not a dictionary", at: byteOffset(of: location))
    }
  }

  private func twice(_ id: JokeID, in key: String, at place: Location) -> DefaultsDumpError {
    DefaultsDumpError(
      .unusable, "'\(key)' holds the key '\(id)' twice", at: byteOffset(of: place))
  }

  func strings(of key: String) throws(DefaultsDumpError) -> [String]? {
    guard let location = try find(key) else { return nil }
    let elements = try requiredElements(of: key, at: location)
    var strings: [String] = []
    strings.reserveCapacity(elements.count)
    for place in elements {
      guard case .string(let text) = try value(at: place) else {
        throw DefaultsDumpError(
          .unusable, "'\(key)' is not an array of strings", at: byteOffset(of: place))
      }
      strings.append(text)
    }
    return strings
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
    guard let elements = try elements(at: location) else {
      throw DefaultsDumpError(.unusable, "'\(key)' is not an array", at: byteOffset(of: location))
    }
    return elements
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
  func noRating(of id: JokeID, in key: String, at byteOffset: Int) -> DefaultsDumpError {
    DefaultsDumpError(.unusable, "'\(key)' has no rating of '\(id)' to change", at: byteOffset)
  }
}
