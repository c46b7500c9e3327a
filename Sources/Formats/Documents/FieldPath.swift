import Scan
import SystemIO

/// The path of a value in a document: the field, and the keys and indices of the maps and arrays in
/// it.
///
/// Keys stay ranges in the document's text, because few conventions ask for them.
struct FieldPath {
  private enum Step {
    case key(JSONString)
    case element(Int)
  }

  /// The name of the field, if it is not one of the steps.
  private let field: String?
  private var first: Step?
  private var others: [Step] = []

  /// The path of the document's object of fields, or of a field.
  init(_ field: String? = nil) { self.field = field }

  /// Whether this is the path of the object of fields.
  var isRoot: Bool { field == nil && first == nil }

  /// Whether this is the path of a field with this name.
  func isField(_ name: StaticString, in text: Span<UInt8>) -> Bool {
    if let field { return field == name.description && first == nil }
    guard case .key(let key)? = first, others.isEmpty else { return false }
    return key.equals(name, in: text)
  }

  /// The steps, joined by dots.
  func joined(in text: Span<UInt8>) -> String {
    var names = field.map { [$0] } ?? []
    for step in (first.map { [$0] } ?? []) + others {
      switch step {
      case .key(let key): names.append(key.string(in: text))
      case .element(let index): names.append(String(index))
      }
    }
    return names.joined(separator: ".")
  }

  /// Enters a field, or a value in a map.
  mutating func enter(_ key: JSONString) { enter(.key(key)) }

  /// Enters an element of an array.
  mutating func enter(element index: Int) { enter(.element(index)) }

  private mutating func enter(_ step: Step) {
    if first == nil { first = step } else { others.append(step) }
  }

  /// Leaves the step that was entered last.
  mutating func leave() { if others.popLast() == nil { first = nil } }
}
