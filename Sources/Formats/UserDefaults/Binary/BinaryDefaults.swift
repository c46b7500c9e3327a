import Jokes
import Scan
import SystemIO

/// A dump that is a binary property list.
struct BinaryDefaults: DumpForm {
  let list: BinaryPropertyList
  let top: DumpIndex

  /// - Throws: also if the top object is not a dictionary.
  init(reading bytes: [UInt8]) throws(DefaultsDumpError) {
    list = try BinaryPropertyList(reading: bytes)
    let object = try list.object(list.topIndex)
    guard object.kind == .dictionary else {
      throw DefaultsDumpError(.damaged, "expected a dictionary", at: object.range.lowerBound)
    }
    top = try Self.index(of: object, in: list, isTop: true)
  }

  /// Whether a dictionary has one of the app's keys; nil for a list that is not a dictionary.
  static func hasAppKey(_ bytes: [UInt8]) throws(DefaultsDumpError) -> Bool? {
    let list = try BinaryPropertyList(reading: bytes)
    let top = try list.object(list.topIndex)
    guard top.kind == .dictionary else { return nil }
    return try index(of: top, in: list, isTop: true).hasAppKey
  }

  func container(
    of member: DumpIndex.Member, isDictionary: Bool
  ) throws(DefaultsDumpError) -> DumpIndex? {
    let object = try list.object(member.object)
    guard object.kind == (isDictionary ? .dictionary : .array) else { return nil }
    return try Self.index(of: object, in: list, isTop: false)
  }

  /// The index of a dictionary or an array.
  private static func index(
    of object: BinaryObject, in list: BinaryPropertyList, isTop: Bool
  ) throws(DefaultsDumpError) -> DumpIndex {
    let references = try list.references(of: object)
    let isDictionary = object.kind == .dictionary
    let values = references[(isDictionary ? object.count : 0)...]
    if !isTop { try list.checkRepetition(in: values, of: object) }
    var (decoded, members) = (DecodedNames(after: list.bytes.count), [DumpIndex.Member]())
    members.reserveCapacity(object.count)
    // Caches names, because many members may refer to one long string.
    var names: [Int: Name] = [:]
    for (value, named) in zip(values, references) {
      let name: Name
      if let known = names[named] {
        name = known
      } else {
        name = Name(of: try list.object(named), in: list, &decoded, isTop: isTop)
        names[named] = name
      }
      members.append(
        .init(
          object: value, value: try list.object(value).range, name: name.range, mark: name.mark))
    }
    return DumpIndex(
      isDictionary: isDictionary, range: object.range, interior: nil, text: list.bytes, decoded,
      members: members)
  }

  /// The text of an object that names a member.
  private struct Name {
    /// Its range in the list or the decoded names; empty if the object is not a string.
    let range: Range<Int>
    let mark: UInt32

    /// - Parameter decoded: receives a name in another encoding.
    init(
      of object: BinaryObject, in list: BinaryPropertyList, _ decoded: inout DecodedNames,
      isTop: Bool
    ) {
      if object.kind == .ascii {
        range = object.body
        mark = DumpIndex.mark(of: list.bytes.span.extracting(range), isTop: isTop)
      } else if let string = list.string(object) {
        (range, mark) = string.withUTF8Bytes {
          (decoded.append($0), DumpIndex.mark(of: $0, isTop: isTop))
        }
      } else {
        (range, mark) = (object.range.lowerBound..<object.range.lowerBound, DefaultsKey.noMark)
      }
    }
  }

  func value(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DefaultsValue {
    let object = try list.object(member.object)
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

  func data(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DefaultsData {
    let object = try list.object(member.object)
    guard object.kind == .data else {
      return DefaultsData(
        content: .unreadable("it is not data"), byteOffset: object.range.lowerBound)
    }
    return DefaultsData(
      content: .bytes(Array(list.bytes[object.body])), byteOffset: object.range.lowerBound,
      contentOffset: object.body.lowerBound)
  }

  func edited(making changes: DefaultsChanges) throws(DefaultsDumpError) -> EditedDump {
    var rewrite = try BinaryRewrite(of: self)
    for target in changes.targets.indices { try rewrite.make(changes, of: target) }
    return EditedDump(making: try rewrite.edits(), in: list.bytes)
  }
}
