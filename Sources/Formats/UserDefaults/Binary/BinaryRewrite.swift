import Jokes
import Scan

/// Applies changes to a binary property list.
///
/// Objects keep their indices, order and bytes. A changed container or data object is rewritten in
/// place if nothing else refers to it, otherwise a changed copy replaces it. Other scalars can be
/// shared, so they never change: new ones are appended after the old objects. Objects that lose
/// their last reference stay.
struct BinaryRewrite {
  /// The new references of a dictionary or an array.
  struct Container {
    var isDictionary: Bool
    /// The keys; empty in an array.
    var keys: [Int]
    var values: [Int]
  }

  let form: BinaryDefaults
  var list: BinaryPropertyList { form.list }
  private var top: Container
  /// The objects to rewrite in place: containers, and data, so that the old bytes are erased.
  private(set) var changed: [Int: Content] = [:]
  /// The new objects in order.
  private(set) var added: [Content] = []
  /// The indices of the new scalars by their bytes.
  private var scalars: [[UInt8]: Int] = [:]
  /// The dictionaries whose keys are jokes, computed on first use.
  private var dictionaries: [(index: DumpIndex, keys: [Int])]?

  /// The content of a changed or new object.
  enum Content {
    case scalar([UInt8])
    case container(Container)
  }

  init(of form: BinaryDefaults) throws(DefaultsDumpError) {
    self.form = form
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
  /// Applies the changes of one target.
  mutating func make(
    _ changes: DefaultsChanges, of number: Int
  ) throws(DefaultsDumpError) {
    let target = changes.targets[number]
    let member = target.place.map { form.top[$0] }
    let own = changes.changes.filter { $0.target == number }
    guard let first = own.first else { return }
    switch first.action {
    case .flag(let flag):
      if let member, try form.value(of: member).flag == flag { return }
      setTop(target, to: add([flag ? BinaryObject.true : BinaryObject.false]))
    case .data: try setData(target, member, to: changes.bytes(first.content).copied)
    case .string, .rating, .number, .removal:
      let old = try member.map { member throws(DefaultsDumpError) in
        try container(at: member.object)
      }
      let new = try container(old, own, changes)
      if let old, new.keys == old.keys, new.values == old.values { return }
      if old == nil, new.values.isEmpty { return }
      try replace(target, member, with: new)
    }
  }

  /// The container with its changes applied.
  private mutating func container(
    _ old: Container?, _ own: [DefaultsChanges.Change], _ changes: DefaultsChanges
  ) throws(DefaultsDumpError) -> Container {
    var byPlace: [Int: DefaultsChanges.Change] = [:]
    for change in own { if let place = change.place { byPlace[place] = change } }
    var new = Container(isDictionary: old?.isDictionary ?? true, keys: [], values: [])
    for (place, value) in (old?.values ?? []).enumerated() {
      var value = value
      switch byPlace[place]?.action {
      case .removal: continue
      case .rating(let rating):
        value = add(BinaryNumber.bytes(of: rating.rawValue, like: try list.object(value)))
      case .number:
        if let change = byPlace[place] { value = add(real(changes.number(of: change))) }
      case .string, .flag, .data, nil: break
      }
      if new.isDictionary, let old { new.keys.append(old.keys[place]) }
      new.values.append(value)
    }
    for change in own where change.place == nil {
      switch change.action {
      case .string:
        new.isDictionary = false
        new.values.append(add(string: changes.bytes(change.content)))
      case .number:
        new.keys.append(add(string: changes.bytes(change.name)))
        new.values.append(add(real(changes.number(of: change))))
      case .rating(let rating):
        new.keys.append(add(string: changes.bytes(change.name)))
        new.values.append(add(BinaryNumber.bytes(of: rating.rawValue)))
      case .removal, .flag, .data: break
      }
    }
    return new
  }

  /// Replaces the data of a key, in place unless the object is shared.
  private mutating func setData(
    _ target: DefaultsChanges.Target, _ member: DumpIndex.Member?, to data: [UInt8]
  ) throws(DefaultsDumpError) {
    if let member, try list.object(member.object).kind != .data {
      throw form.noData(in: target.key.name, at: member.value.lowerBound)
    }
    if let member, try !isShared(member.object) {
      changed[member.object] = .scalar(Self.encoded(data))
    } else {
      setTop(target, to: add(Self.encoded(data)))
    }
  }

  /// Encodes a number as a real, clamped to the largest `Double`.
  private func real(_ number: DefaultsNumber) -> [UInt8] {
    let limit = Double.greatestFiniteMagnitude
    return BinaryNumber.bytes(of: number.double ?? (number.decimal.isNegative ? -limit : limit))
  }

  private mutating func replace(
    _ target: DefaultsChanges.Target, _ member: DumpIndex.Member?, with container: Container
  ) throws(DefaultsDumpError) {
    if let member, try !isShared(member.object) {
      changed[member.object] = .container(container)
    } else {
      added.append(.container(container))
      setTop(target, to: list.offsets.count + added.count - 1)
    }
  }

  /// Whether more than one reference leads to an object, or it is the top object.
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

  /// Sets the object of a top-level entry; a missing entry is added.
  private mutating func setTop(_ target: DefaultsChanges.Target, to object: Int) {
    if let place = target.place {
      top.values[place] = object
    } else {
      top.keys.append(add(BinaryRewrite.encoded(target.key.name)))
      top.values.append(object)
    }
    changed[list.topIndex] = .container(top)
  }

  /// The index of a new scalar, shared by equal scalars.
  private mutating func add(_ scalar: [UInt8]) -> Int {
    if let index = scalars[scalar] { return index }
    let index = list.offsets.count + added.count
    added.append(.scalar(scalar))
    scalars[scalar] = index
    return index
  }

  /// The index of a string object; reuses an existing joke key.
  private mutating func add(string: Span<UInt8>) -> Int {
    let known = dictionaries ?? jokeDictionaries()
    dictionaries = known
    for (index, keys) in known {
      if let place = index.place(of: string) { return keys[place] }
    }
    return add(Self.encoded(string.text))
  }

  private func jokeDictionaries() -> [(index: DumpIndex, keys: [Int])] {
    var dictionaries: [(index: DumpIndex, keys: [Int])] = []
    for key in [DefaultsKey.savedTimestamps, .ratingTimestamps, .ratings] {
      for member in form.top where member.mark == key.mark {
        do throws(DefaultsDumpError) {
          guard let index = try form.container(of: member, isDictionary: true) else { continue }
          dictionaries.append(
            (try index.searchable(of: key), try container(at: member.object).keys))
        } catch {
          // Keys of an unusable dictionary are not reused.
          continue
        }
      }
    }
    return dictionaries
  }
}
