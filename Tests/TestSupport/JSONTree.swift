package import Foundation

/// A JSON value as a tree that distinguishes `true` from 1 and can be edited by path.
package indirect enum JSONTree: Hashable, Sendable, Decodable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// Parses these bytes.
  package init(_ bytes: Data) throws {
    self = try JSONDecoder().decode(JSONTree.self, from: bytes)
  }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let truth = try? value.decode(Bool.self) {
      self = .boolean(truth)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let elements = try? value.decode([JSONTree].self) {
      self = .array(elements)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  /// The value of a member; nil if there is none.
  package subscript(_ name: String) -> JSONTree? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The values of an object or an array, by name or index.
  package var parts: [String: JSONTree] {
    switch self {
    case .object(let members): members
    case .array(let elements):
      Dictionary(uniqueKeysWithValues: elements.enumerated().map { ("\($0.offset)", $0.element) })
    case .null, .boolean, .number, .string: [:]
    }
  }

  /// The elements of an array; none of another value.
  package var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The tree with the value at a path replaced or removed.
  package func replacing(_ path: ArraySlice<String>, by value: JSONTree?) -> JSONTree? {
    guard let name = path.first else { return value }
    let rest = path.dropFirst()
    switch self {
    case .object(var members):
      members[name] = members[name].flatMap { $0.replacing(rest, by: value) }
      return .object(members)
    case .array(var elements):
      guard let index = Int(name), elements.indices.contains(index) else { return self }
      if let element = elements[index].replacing(rest, by: value) {
        elements[index] = element
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    case .null, .boolean, .number, .string: return self
    }
  }

  /// The paths of all members of the objects in it.
  package var memberPaths: [[String]] {
    parts.flatMap { name, part in
      let inner = part.memberPaths.map { [name] + $0 }
      if case .object = self { return [[name]] + inner }
      return inner
    }
  }
}
