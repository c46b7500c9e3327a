import Jokes
import Scan
import SystemIO

/// A dump that is a binary property list.
struct BinaryDefaults: DumpForm {
  let list: BinaryPropertyList
  let top: DumpIndex

  var bytes: [UInt8] { list.bytes }

  /// - Throws: also if the top object is not a dictionary.
  init(reading bytes: [UInt8]) throws(DefaultsDumpError) {
    list = try BinaryPropertyList(reading: bytes)
    let object = try list.object(list.topIndex)
    guard object.kind == .dictionary else {
      throw DefaultsDumpError(.damaged, "expected a dictionary", at: object.range.lowerBound)
    }
    top = try Self.topIndex(of: object, in: list)
  }

  /// Whether a list is a dictionary with one of the app's keys.
  static func hasAppKey(_ bytes: [UInt8]) throws(DefaultsDumpError) -> Bool {
    let list = try BinaryPropertyList(reading: bytes)
    let top = try list.object(list.topIndex)
    guard top.kind == .dictionary else { return false }
    return try topIndex(of: top, in: list).hasAppKey
  }

  private static func topIndex(
    of object: BinaryObject, in list: BinaryPropertyList
  ) throws(DefaultsDumpError) -> DumpIndex {
    var (text, members) = (list.bytes, [DumpIndex.Member]())
    _ = try read(object, in: list, &text, &members, isTop: true)
    return DumpIndex(
      isDictionary: true, range: object.range, interior: nil, text: text, members: members)
  }

  func dictionary(
    of member: DumpIndex.Member, _ key: @autoclosure () -> String
  ) throws(DefaultsDumpError) -> DumpIndex? {
    let object = try list.object(member.object)
    guard object.kind == .dictionary else { return nil }
    let values = try list.references(of: object)[object.count...]
    try list.checkRepetition(in: values, of: object)
    var (text, members) = (list.bytes, [DumpIndex.Member]())
    let problem = try Self.read(object, in: list, &text, &members, isTop: false)
    return try DumpIndex(
      isDictionary: true, range: object.range, interior: nil, text: text, members: members
    ).dictionary(of: key(), problem)
  }

  /// Reads the entries of a dictionary.
  ///
  /// - Parameter isTop: whether it is the top level, where a key that is not a string is accepted.
  /// - Returns: the error of the key after the last member; nil if all keys are strings.
  private static func read(
    _ object: BinaryObject, in list: BinaryPropertyList, _ text: inout [UInt8],
    _ members: inout [DumpIndex.Member], isTop: Bool
  ) throws(DefaultsDumpError) -> DefaultsDumpError? {
    let references = try list.references(of: object)
    members.reserveCapacity(object.count)
    // Caches keys, because many entries may refer to one long key object.
    var names: [Int: Name] = [:]
    for place in 0..<object.count {
      let (key, value) = (references[place], references[object.count + place])
      if names[key] == nil {
        names[key] = Name(of: try list.object(key), in: list, &text, isTop: isTop)
      }
      let name = names[key]?.range
      guard name != nil || isTop else {
        return DefaultsDumpError(
          .unusable, "a key of a dictionary is not a string", at: list.offsets[key])
      }
      members.append(
        .init(
          object: value, value: try list.object(value).range, name: name ?? 0..<0,
          mark: names[key]?.mark ?? .max))
    }
    return nil
  }

  /// The text of an object that names a member.
  private struct Name {
    /// Its range in the text of an index; nil if the object is not a string.
    let range: Range<Int>?
    let mark: UInt32

    /// - Parameter text: the list; a name in another encoding is added at its end.
    init(
      of object: BinaryObject, in list: BinaryPropertyList, _ text: inout [UInt8], isTop: Bool
    ) {
      if object.kind == .ascii, list.isText(object) {
        range = object.body
      } else if let string = list.string(object) {
        range = text.count..<text.count + string.utf8.count
        text += string.utf8
      } else {
        range = nil
      }
      guard let range else {
        mark = .max
        return
      }
      mark = DumpIndex.mark(of: text.span.extracting(range), isTop: isTop)
    }
  }

  func array(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DumpIndex? {
    let object = try list.object(member.object)
    guard object.kind == .array else { return nil }
    let references = try list.references(of: object)
    try list.checkRepetition(in: references, of: object)
    var (text, members) = (list.bytes, [DumpIndex.Member]())
    members.reserveCapacity(object.count)
    for value in references {
      let object = try list.object(value)
      let name = Name(of: object, in: list, &text, isTop: false)
      members.append(
        .init(object: value, value: object.range, name: name.range ?? 0..<0, mark: name.mark))
    }
    return DumpIndex(
      isDictionary: false, range: object.range, interior: nil, text: text, members: members)
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

  func edits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit] {
    var rewrite = try BinaryRewrite(of: self)
    for target in changes.targets.indices { try rewrite.make(changes, of: target) }
    return Edit.between(list.bytes, and: try rewrite.bytes())
  }
}
