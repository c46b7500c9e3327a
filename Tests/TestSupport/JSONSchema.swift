package import Foundation

/// A JSON Schema (draft 2020-12), limited to the keywords in `data/schemas`; it refuses others, so
/// that none is ignored silently.
package struct JSONSchema: Sendable {
  /// The result of validating a value.
  package struct Findings: Sendable {
    /// The errors, each with its path.
    package var problems: [String] = []
    /// The paths of members that the schema describes.
    package var described: Set<[String]> = []
    /// The descriptions of members that were present.
    package var met: Set<String> = []
    /// The descriptions of optional members that were absent.
    package var missed: Set<String> = []
    /// The paths at which any value is allowed.
    package var free: Set<[String]> = []

    /// Whether it is inside a value without a description.
    package func isBelowFree(_ path: [String]) -> Bool {
      free.contains { path.count > $0.count && path.starts(with: $0) }
    }

    fileprivate mutating func merge(_ other: Findings) {
      problems += other.problems
      described.formUnion(other.described)
      met.formUnion(other.met)
      missed.formUnion(other.missed)
      free.formUnion(other.free)
    }
  }

  /// An unknown keyword of a schema.
  package struct UnknownWord: Error { let word: String }

  private let root: JSONTree
  /// The descriptions of all members, as `#/$defs/file/properties/path`.
  package let members: Set<String>
  /// Those of optional members.
  package let optionalMembers: Set<String>
  /// Those of members without a description.
  package let silentMembers: Set<String>

  private static let notes: Set<String> = [
    "$schema", "$id", "$defs", "title", "description", "examples", "format",
  ]
  private static let rules: Set<String> = [
    "$ref", "type", "const", "enum", "required", "properties", "additionalProperties", "items",
    "minimum", "maximum", "minItems", "maxItems", "pattern", "oneOf",
  ]

  /// Reads the schema in a file.
  ///
  /// - Throws: `UnknownWord` if it uses an unsupported keyword.
  package init(_ file: URL) throws {
    root = try JSONTree(Data(contentsOf: file))
    var (members, optional, silent): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    try Self.walk(root, at: "#") { schema, place in
      let required = (schema["required"]?.elements ?? []).compactMap(\.text)
      for (name, member) in schema["properties"]?.parts ?? [:] {
        let place = "\(place)/properties/\(name)"
        members.insert(place)
        if !required.contains(name) { optional.insert(place) }
        if member["description"] == nil, member["$ref"] == nil { silent.insert(place) }
      }
    }
    (self.members, optionalMembers, silentMembers) = (members, optional, silent)
  }

  private static func walk(
    _ schema: JSONTree, at place: String, _ visit: (JSONTree, String) -> Void
  ) throws {
    if let word = schema.parts.keys.first(where: { !notes.contains($0) && !rules.contains($0) }) {
      throw UnknownWord(word: word)
    }
    visit(schema, place)
    for word in ["properties", "$defs", "oneOf"] {
      for (name, inner) in schema[word]?.parts ?? [:] {
        try walk(inner, at: "\(place)/\(word)/\(name)", visit)
      }
    }
    for word in ["items", "additionalProperties"] {
      if let inner = schema[word] { try walk(inner, at: "\(place)/\(word)", visit) }
    }
  }

  /// Validates a value.
  package func findings(of value: JSONTree) -> Findings {
    var findings = Findings()
    check(value, [], root, "#", &findings)
    return findings
  }

  /// The members of a value that the schema does not describe.
  package func undescribed(in value: JSONTree) -> [[String]] {
    let findings = findings(of: value)
    return value.memberPaths.filter { path in
      !findings.described.contains(path) && !findings.isBelowFree(path)
    }
  }

  // MARK: One schema

  private func check(
    _ value: JSONTree, _ path: [String], _ schema: JSONTree, _ place: String,
    _ findings: inout Findings
  ) {
    func demand(_ holds: Bool, _ what: String) {
      if !holds { findings.problems.append("/\(path.joined(separator: "/")): \(what)") }
    }
    demand(schema != .boolean(false), "is not to be there")
    if !schema.parts.keys.contains(where: Self.rules.contains) { findings.free.insert(path) }
    if let name = schema["$ref"]?.text {
      let target = target(of: name)
      demand(target != nil, "there is no '\(name)'")
      if let target { check(value, path, target, name, &findings) }
    }
    if let wanted = schema["const"] { demand(value == wanted, "is not \(wanted)") }
    if let wanted = schema["enum"] { demand(wanted.elements.contains(value), "is another") }
    if let type = schema["type"] {
      let names = [type.text].compactMap { $0 } + type.elements.compactMap(\.text)
      demand(names.contains { Self.is(value, $0) }, "is no \(names.joined(separator: " or "))")
    }
    if case .number(let least) = schema["minimum"], case .number(let number) = value {
      demand(number >= least, "is less than \(least)")
    }
    if case .number(let most) = schema["maximum"], case .number(let number) = value {
      demand(number <= most, "is more than \(most)")
    }
    if let pattern = schema["pattern"]?.text, let text = value.text {
      let match = text.range(of: pattern, options: .regularExpression)
      demand(match != nil, "is not like \(pattern)")
    }
    if case .object(let members) = value { check(members, path, schema, place, &findings) }
    if case .array(let elements) = value {
      if case .number(let least) = schema["minItems"] {
        demand(Double(elements.count) >= least, "has less than \(least)")
      }
      if case .number(let most) = schema["maxItems"] {
        demand(Double(elements.count) <= most, "has more than \(most)")
      }
      for (index, element) in elements.enumerated() {
        guard let items = schema["items"] else { break }
        check(element, path + ["\(index)"], items, place + "/items", &findings)
      }
    }
    if case .array(let choices) = schema["oneOf"] {
      // Most choices fail at a look, and are checked in full only where all do.
      let likely = choices.indices.filter { !contradicts(choices[$0], value) }
      let all = (likely.isEmpty ? Array(choices.indices) : likely).map { index in
        var findings = Findings()
        check(value, path, choices[index], "\(place)/oneOf/\(index)", &findings)
        return findings
      }
      let good = all.filter(\.problems.isEmpty)
      let nearest = all.min { $0.problems.count < $1.problems.count }?.problems ?? []
      demand(good.count == 1, "is \(good.count) of its kinds, of which one says \(nearest)")
      for choice in good { findings.merge(choice) }
    }
  }

  /// The schema that a reference names.
  private func target(of name: String) -> JSONTree? {
    name.dropFirst(2).split(separator: "/").reduce(root) { $0?[String($1)] }
  }

  /// Whether an object lacks a member that a schema requires, or has another value in place of a
  /// constant.
  private func contradicts(_ schema: JSONTree, _ value: JSONTree) -> Bool {
    guard case .object(let members) = value else { return false }
    if let name = schema["$ref"]?.text, let target = target(of: name) {
      return contradicts(target, value)
    }
    let required = schema["required"]?.elements ?? []
    return required.contains { $0.text.map { members[$0] == nil } ?? false }
      || (schema["properties"]?.parts ?? [:]).contains { name, member in
        guard let wanted = member["const"], let value = members[name] else { return false }
        return value != wanted
      }
  }

  /// Checks the members of an object.
  private func check(
    _ members: [String: JSONTree], _ path: [String], _ schema: JSONTree, _ place: String,
    _ findings: inout Findings
  ) {
    for name in (schema["required"]?.elements ?? []).compactMap(\.text)
    where members[name] == nil {
      findings.problems.append("/\(path.joined(separator: "/")): has no '\(name)'")
    }
    let described = schema["properties"]?.parts ?? [:]
    for (name, inner) in described {
      let place = "\(place)/properties/\(name)"
      guard let member = members[name] else {
        if optionalMembers.contains(place) { findings.missed.insert(place) }
        continue
      }
      findings.met.insert(place)
      findings.described.insert(path + [name])
      check(member, path + [name], inner, place, &findings)
    }
    guard let others = schema["additionalProperties"] else { return }
    for (name, member) in members where described[name] == nil {
      if others != .boolean(false) { findings.described.insert(path + [name]) }
      check(member, path + [name], others, place + "/additionalProperties", &findings)
    }
  }

  private static func `is`(_ value: JSONTree, _ type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.boolean, "boolean"), (.number, "number"), (.string, "string"),
      (.array, "array"), (.object, "object"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }
}
