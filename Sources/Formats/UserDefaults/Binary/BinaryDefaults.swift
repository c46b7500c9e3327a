import Jokes
import Scan
import SystemIO

/// A dump that is a binary property list.
struct BinaryDefaults: DefaultsFormat {
  let list: BinaryPropertyList

  /// - Throws: also where the top object is no dictionary.
  init(reading bytes: [UInt8]) throws(DefaultsDumpError) {
    list = try BinaryPropertyList(reading: bytes)
    let top = try list.object(list.topIndex)
    guard top.kind == .dictionary else {
      throw DefaultsDumpError(.damaged, "expected a dictionary", at: top.range.lowerBound)
    }
  }

  /// Whether a list is a dictionary with one of the app's keys.
  static func hasAppKey(_ bytes: [UInt8]) throws(DefaultsDumpError) -> Bool {
    let list = try BinaryPropertyList(reading: bytes)
    guard try list.object(list.topIndex).kind == .dictionary else { return false }
    return Self(list: list).hasAppKey()
  }

  private init(list: BinaryPropertyList) { self.list = list }

  func hasAppKey() -> Bool {
    topEntries.contains { entry in
      list.beginning(of: checked(entry.key)).map(DefaultsKey.isAppKey) ?? false
    }
  }

  func values(of key: String) -> [Int] {
    let name = Array(key.utf8)
    return topEntries.filter { isString($0.key, name) }.map(\.value)
  }

  func value(at location: Int) throws(DefaultsDumpError) -> DefaultsValue {
    let object = try list.object(location)
    switch object.kind {
    case .singleton:
      switch object.marker {
      case BinaryObject.true: return .boolean(true)
      case BinaryObject.false: return .boolean(false)
      default: return .null
      }
    case .integer, .real: return BinaryNumber.value(of: object, in: list.bytes)
    case .ascii, .utf16: return list.string(object).map { .string($0) } ?? .other("malformed text")
    case .date: return .other("a date")
    case .data: return .other("data")
    case .uid: return .other("a UID")
    case .array: return .other("an array")
    case .set: return .other("a set")
    case .dictionary: return .other("a dictionary")
    }
  }

  func forEachMember(
    at location: Int, _ body: (Span<UInt8>, Int) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) -> Bool {
    let object = try list.object(location)
    guard object.kind == .dictionary else { return false }
    try list.checkRepetition(in: try list.references(of: object)[object.count...], of: object)
    for place in 0..<object.count {
      let key = try list.object(try list.reference(place, of: object))
      guard let text = list.string(key) else {
        throw DefaultsDumpError(
          .unusable, "a key of a dictionary is not a string", at: key.range.lowerBound)
      }
      let bytes = Array(text.utf8)
      try body(bytes.span, try list.reference(object.count + place, of: object))
    }
    return true
  }

  func elements(at location: Int) throws(DefaultsDumpError) -> [Int]? {
    let object = try list.object(location)
    guard object.kind == .array else { return nil }
    let references = try list.references(of: object)
    try list.checkRepetition(in: references, of: object)
    return references
  }

  func data(at location: Int) throws(DefaultsDumpError) -> DefaultsData {
    let object = try list.object(location)
    guard object.kind == .data else {
      return DefaultsData(
        content: .unreadable("it is not data"), byteOffset: object.range.lowerBound)
    }
    return DefaultsData(
      content: .bytes(Array(list.bytes[object.body])), byteOffset: object.range.lowerBound,
      contentOffset: object.body.lowerBound)
  }

  func byteOffset(of location: Int) -> Int { list.offsets[location] }

  func edits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit] {
    var rewrite = try BinaryRewrite(of: self)
    for change in changes.changes { try rewrite.make(change) }
    return Edit.between(list.bytes, and: try rewrite.bytes())
  }

  /// The objects that are the keys and the values of the top level.
  private var topEntries: [(key: Int, value: Int)] {
    do {
      let references = try list.references(of: checked(list.topIndex))
      let count = references.count / 2
      return (0..<count).map { (references[$0], references[count + $0]) }
    } catch {
      preconditionFailure("references that were checked once are in order: \(error)")
    }
  }

  private func checked(_ index: Int) -> BinaryObject {
    do {
      return try list.object(index)
    } catch {
      preconditionFailure("an object that was checked once is in order: \(error)")
    }
  }

  /// Whether an object is a string of these UTF-8 bytes.
  func isString(_ index: Int, _ name: [UInt8]) -> Bool {
    let object = checked(index)
    switch object.kind {
    case .ascii: return list.bytes[object.body].elementsEqual(name)
    case .utf16:
      // A code unit makes at least one byte.
      return object.count <= name.count
        && list.string(object).map { $0.utf8.elementsEqual(name) } == true
    case .singleton, .integer, .real, .date, .data, .uid, .array, .set, .dictionary: return false
    }
  }
}
