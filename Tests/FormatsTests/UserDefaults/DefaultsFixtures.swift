import Foundation
import Formats
import Jokes

/// Functions for all tests of dumps.
func dump(_ text: String, _ kind: DefaultsKind = .json) throws -> DefaultsDump {
  try DefaultsDump(reading: Array(text.utf8), as: kind)
}

/// The text of a dump with edits made; checked to be a dump again.
func edited(
  _ text: String, _ kind: DefaultsKind = .json, _ edits: DefaultsEdit...
) throws -> String {
  let bytes = try dump(text, kind).applying(edits)
  _ = try DefaultsDump(reading: bytes, as: kind)
  return String(decoding: bytes, as: UTF8.self)
}

/// An XML property list around a dictionary.
func propertyList(_ dictionary: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
  "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  \(dictionary)
  </plist>

  """
}

/// A binary property list put together by hand.
struct ListBuilder {
  var objects: [[UInt8]] = []
  var offsetSize = 2
  var referenceSize = 1
  var top = 0

  /// Adds an object, and gives its number.
  mutating func add(_ object: [UInt8]) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  mutating func add(_ text: String) -> Int {
    let bytes = Array(text.utf8)
    return add(
      (bytes.count < 15 ? [0x50 | UInt8(bytes.count)] : [0x5F, 0x10, UInt8(bytes.count)]) + bytes)
  }

  mutating func addArray(_ elements: [Int]) -> Int {
    add(header(0xA0, elements.count) + references(elements))
  }

  mutating func addDictionary(_ entries: [(Int, Int)]) -> Int {
    add(header(0xD0, entries.count) + references(entries.map(\.0) + entries.map(\.1)))
  }

  func header(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15
      ? [marker | UInt8(count)] : [marker | 0xF, 0x12] + bigEndian(count, 4)
  }

  func references(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { bigEndian($0, referenceSize) } }

  func bytes() -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets.flatMap { bigEndian($0, offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    return bytes + bigEndian(objects.count, 8) + bigEndian(top, 8) + bigEndian(table, 8)
  }

  func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

/// A dump whose ratings are one dictionary, as an oracle writes it.
func foundationList(
  _ dictionary: [String: Any], _ format: PropertyListSerialization.PropertyListFormat
) throws -> [UInt8] {
  Array(
    try PropertyListSerialization.data(fromPropertyList: dictionary, format: format, options: 0))
}

/// A dump as Foundation reads it, as a dictionary that can be compared.
func foundationReading(_ bytes: [UInt8], _ kind: DefaultsKind) throws -> NSDictionary? {
  if kind == .json {
    let object = try JSONSerialization.jsonObject(with: Data(bytes))
    return (object as? [String: Any]).map { NSDictionary(dictionary: $0) }
  }
  return try PropertyListDecoder().decode(ListValue.self, from: Data(bytes)).object
    as? NSDictionary
}

/// Any value of a property list. Foundation's other readers of bytes take an unsafe pointer.
private struct ListValue: Decodable {
  let object: NSObject

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      object = NSNumber(value: value)
    } else if let value = try? container.decode(Int.self) {
      object = NSNumber(value: value)
    } else if let value = try? container.decode(Double.self) {
      object = NSNumber(value: value)
    } else if let value = try? container.decode(String.self) {
      object = NSString(string: value)
    } else if let value = try? container.decode(Date.self) {
      object = NSDate(timeIntervalSince1970: value.timeIntervalSince1970)
    } else if let value = try? container.decode(Data.self) {
      object = NSData(data: value)
    } else if let value = try? container.decode([ListValue].self) {
      object = NSArray(array: value.map(\.object))
    } else {
      let value = try container.decode([String: ListValue].self)
      object = NSDictionary(dictionary: value.mapValues(\.object))
    }
  }
}

extension DefaultsKind {
  /// A small dump of each kind: a rating each of 4, 3 and 5, two saved jokes, a flag.
  func small() throws -> [UInt8] {
    let text = #"{"jokeRatings":{"a":4,"b":3,"c":5},"savedJokeIds":["é","b"],"hasX":true}"#
    switch self {
    case .json: return Array(text.utf8)
    case .xmlPropertyList, .binaryPropertyList:
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let format: PropertyListSerialization.PropertyListFormat =
        self == .xmlPropertyList ? .xml : .binary
      return Array(
        try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0))
    }
  }
}
