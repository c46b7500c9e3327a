import Jokes
import Scan

/// The changes to a binary property list, on their way into its bytes.
///
/// Objects keep their numbers, their order and their bytes. A changed container is written anew in
/// its old place, so long as nothing else refers to it; else a changed copy takes its part. So is
/// data. Other scalars are never changed, for others may share them: new ones follow the old objects.
/// What nothing refers to any more stays where it is.
struct BinaryRewrite {
  /// A dictionary's or an array's references, as they are to be.
  struct Container {
    var isDictionary: Bool
    /// Empty in an array.
    var keys: [Int]
    var values: [Int]
  }

  let defaults: BinaryDefaults
  var list: BinaryPropertyList { defaults.list }
  private var top: Container
  /// The containers that are written anew in their old place.
  private(set) var changed: [Int: Container] = [:]
  /// Data that is written anew in its old place, so that nothing is left of the old bytes.
  private(set) var replaced: [Int: [UInt8]] = [:]
  /// The new objects, in order.
  private(set) var added: [Added] = []
  /// The numbers of scalars by their bytes: the added ones, and strings that were there.
  private var scalars: [[UInt8]: Int] = [:]
  private var knowsStrings = false

  enum Added {
    case scalar([UInt8])
    case container(Container)
  }

  init(of defaults: BinaryDefaults) throws(DefaultsDumpError) {
    self.defaults = defaults
    top = Container(isDictionary: true, keys: [], values: [])
    top = try container(at: list.topIndex)
  }

  private func container(at index: Int) throws(DefaultsDumpError) -> Container {
    let object = try list.object(index)
    let references = try list.references(of: object)
    guard object.kind == .dictionary else {
      return Container(isDictionary: false, keys: [], values: references)
    }
    return Container(
      isDictionary: true, keys: Array(references[..<object.count]),
      values: Array(references[object.count...]))
  }
}

// MARK: Changing

extension BinaryRewrite {
  mutating func make(_ change: DefaultsChanges.Change) throws(DefaultsDumpError) {
    let location = try defaults.find(change.key)
    if let flag = change.flag {
      if let location, try defaults.value(at: location).flag == flag { return }
      setTop(change.key, to: add([flag ? BinaryObject.true : BinaryObject.false]), location)
    } else if let data = change.data {
      try setData(change.key, to: data, location)
    } else if change.editsArray {
      if let array = try array(change, location) {
        try replace(change.key, location, with: array)
      }
    } else if let dictionary = try dictionary(change, location) {
      try replace(change.key, location, with: dictionary)
    }
  }

  /// The array with strings taken out and added, or nil where nothing changes.
  private mutating func array(
    _ change: DefaultsChanges.Change, _ location: Int?
  ) throws(DefaultsDumpError) -> Container? {
    var old: [Int] = []
    if let location { old = try defaults.requiredElements(of: change.key, at: location) }
    let front = old.indices.prefix(change.frontCount)
    let removed = try defaults.places(of: change.removedStrings, among: old).union(front)
    if removed.isEmpty, change.strings.isEmpty { return nil }
    var new = old.indices.filter { !removed.contains($0) }.map { old[$0] }
    for string in change.strings { new.append(try add(string: string)) }
    return Container(isDictionary: false, keys: [], values: new)
  }

  /// Puts other bytes into the object of a key; into one of its own where others share it.
  private mutating func setData(
    _ key: String, to data: [UInt8], _ location: Int?
  ) throws(DefaultsDumpError) {
    if let location, try list.object(location).kind != .data {
      throw defaults.noData(in: key, at: defaults.byteOffset(of: location))
    }
    if let location, try !isShared(location) {
      replaced[location] = Self.encoded(data)
    } else {
      setTop(key, to: add(Self.encoded(data)), location)
    }
  }

  /// The dictionary with its entries changed, or nil where nothing does.
  private mutating func dictionary(
    _ change: DefaultsChanges.Change, _ location: Int?
  ) throws(DefaultsDumpError) -> Container? {
    var old = Container(isDictionary: true, keys: [], values: [])
    var members: [(change: Int?, value: Int)] = []
    var present = change.noEntries
    if let location {
      try defaults.forEachUniqueMember(of: change.key, at: location) { id, value in
        let place = change.entries.place(of: id)
        if let place { present[place] = true }
        members.append((place, value))
      }
      old = try container(at: location)
    }
    var new = Container(isDictionary: true, keys: [], values: [])
    for (place, member) in members.enumerated() {
      let edit = member.change.flatMap { change.entries[$0] }
      if case .removal? = edit { continue }
      new.keys.append(old.keys[place])
      switch edit {
      case .rating(let rating):
        let object = try list.object(member.value)
        new.values.append(add(BinaryNumber.bytes(of: rating.rawValue, like: object)))
      case .number(let number): new.values.append(add(real(number)))
      case .removal, nil: new.values.append(member.value)
      }
    }
    if let id = change.missingRating(besides: present) {
      let place = defaults.byteOffset(of: location ?? list.topIndex)
      throw defaults.noRating(of: id, in: change.key, at: place)
    }
    for place in change.entries.order where !present[place] {
      guard case .number(let number)? = change.entries[place] else { continue }
      new.keys.append(try add(string: change.entries.key(at: place)))
      new.values.append(add(real(number)))
    }
    return new.keys == old.keys && new.values == old.values ? nil : new
  }

  /// The number as an object; one past the largest `Double` is that.
  private func real(_ number: DefaultsNumber) -> [UInt8] {
    let limit = Double.greatestFiniteMagnitude
    return BinaryNumber.bytes(of: number.double ?? (number.decimal.isNegative ? -limit : limit))
  }

  private mutating func replace(
    _ key: String, _ location: Int?, with container: Container
  ) throws(DefaultsDumpError) {
    if let location, try !isShared(location) {
      changed[location] = container
    } else {
      added.append(.container(container))
      setTop(key, to: list.offsets.count + added.count - 1, location)
    }
  }

  /// Whether something else than the one entry of the top level refers to a container.
  private func isShared(_ index: Int) throws(DefaultsDumpError) -> Bool {
    if index == list.topIndex { return true }
    var count = 0
    for other in list.offsets.indices {
      let object = try list.object(other)
      for place in 0..<object.referenceCount where try list.reference(place, of: object) == index {
        count += 1
      }
    }
    return count > 1
  }

  /// Points an entry of the top level to an object, and makes the entry where there is none.
  private mutating func setTop(_ key: String, to object: Int, _ location: Int?) {
    if location != nil,
      let place = top.keys.firstIndex(where: { defaults.isString($0, Array(key.utf8)) })
    {
      top.values[place] = object
    } else {
      top.keys.append(add(BinaryRewrite.encoded(key)))
      top.values.append(object)
    }
    changed[list.topIndex] = top
  }

  /// The number of a new scalar, one for all who need the same.
  private mutating func add(_ scalar: [UInt8]) -> Int {
    if let index = scalars[scalar] { return index }
    let index = list.offsets.count + added.count
    added.append(.scalar(scalar))
    scalars[scalar] = index
    return index
  }

  /// The number of a string object, an old one where the list has it as the key of a joke.
  private mutating func add(string: String) throws(DefaultsDumpError) -> Int {
    if !knowsStrings {
      knowsStrings = true
      try learnStrings()
    }
    return add(Self.encoded(string))
  }

  private mutating func learnStrings() throws(DefaultsDumpError) {
    let keys = [DefaultsKey.ratings, DefaultsKey.ratingTimestamps, DefaultsKey.savedTimestamps]
    // A key object of any length may be referred to any number of times.
    var known: Set<Int> = []
    for location in keys.flatMap(defaults.values(of:)) {
      for index in try container(at: location).keys where known.insert(index).inserted {
        let object = try list.object(index)
        if object.kind == .ascii || object.kind == .utf16 {
          scalars[Array(list.bytes[object.range])] = index
        }
      }
    }
  }
}
