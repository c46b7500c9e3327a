import Foundation
import TestSupport
import Testing

/// The schemas under `data/schemas` describe the outputs completely.
struct SchemaTests {
  @Test func `every schema is held against what runs write`() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Fixtures.data.appending(path: "schemas").path)
    #expect(names.sorted() == WrittenForm.allCases.map { "\($0.rawValue).schema.json" }.sorted())
  }

  @Test(arguments: WrittenForm.allCases)
  func `every written file matches its schema, and every member is described`(
    form: WrittenForm
  ) async throws {
    let schema = try form.schema
    for sample in try await form.samples {
      #expect(schema.findings(of: sample.value).problems == [], "\(sample)")
      #expect(schema.undescribed(in: sample.value) == [], "\(sample)")
    }
  }

  @Test(arguments: WrittenForm.allCases)
  func `a schema describes only members that occur, each in words`(
    form: WrittenForm
  ) async throws {
    let schema = try form.schema
    let findings = try await form.samples.map { schema.findings(of: $0.value) }
    let met = findings.reduce(into: Set()) { $0.formUnion($1.met) }
    #expect(schema.members.subtracting(met).sorted() == [])
    // `tool` is described once, for all summaries.
    #expect(schema.silentMembers.filter { !$0.hasSuffix("/properties/tool") }.sorted() == [])
  }

  @Test(arguments: WrittenForm.allCases)
  func `each optional member is absent in some run`(form: WrittenForm) async throws {
    let schema = try form.schema
    let findings = try await form.samples.map { schema.findings(of: $0.value) }
    let missed = findings.reduce(into: Set()) { $0.formUnion($1.missed) }
    #expect(schema.optionalMembers.subtracting(missed).sorted() == [])
  }

  @Test(arguments: WrittenForm.allCases)
  func `a value of another type, below zero, or broken is told`(form: WrittenForm) async throws {
    let schema = try form.schema
    for member in try await form.differentMembers where !form.isVaried(member.path) {
      let (value, path) = (member.sample.value, member.path)
      let findings = schema.findings(of: value)
      if findings.free.contains(path) || findings.isBelowFree(path) { continue }
      for wrong in Self.wrongValues(for: value, path) {
        let changed = try #require(value.replacing(path[...], by: wrong))
        #expect(schema.findings(of: changed).problems != [], "\(member): now \(wrong)")
      }
    }
  }

  @Test(arguments: WrittenForm.allCases)
  func `a member that is not there is told, unless it may be absent`(
    form: WrittenForm
  ) async throws {
    let schema = try form.schema
    for member in try await form.differentMembers {
      let (value, path) = (member.sample.value, member.path)
      let before = schema.findings(of: value)
      if before.isBelowFree(path) { continue }
      let changed = try #require(value.replacing(path[...], by: nil))
      let after = schema.findings(of: changed)
      let isOneOfSome =
        path.count > 1 && path.first == "not_counted"
        || path.dropLast() == ["__collections__", "weekly_rankings"]
      let isOptional =
        isOneOfSome || !after.missed.subtracting(before.missed).isEmpty
        || before.met.subtracting(after.met).allSatisfy(schema.optionalMembers.contains)
      #expect(after.problems.isEmpty == isOptional, "without \(member)")
    }
  }

  @Test(arguments: WrittenForm.allCases)
  func `a member that is added is noticed here, and a mistake only where none may come`(
    form: WrittenForm
  ) async throws {
    let schema = try form.schema
    let sample = try #require(try await form.samples.first).value
    guard case .object(var members) = sample else { return }
    members["added_later"] = .number(1)
    #expect(schema.findings(of: .object(members)).problems.isEmpty == !form.isClosed)
    #expect(schema.undescribed(in: .object(members)).contains(["added_later"]))
  }

  @Test func `a ranking has no other members anywhere, and one write`() async throws {
    let schema = try WrittenForm.ranking.schema
    for member in try await WrittenForm.ranking.differentMembers {
      let (value, path) = (member.sample.value, member.path)
      let wrong: JSONTree
      switch path.reduce(value, { $0[$1] ?? $0.parts[$1] ?? .null }) {
      case .object(var members):
        members["added"] = .number(1)
        wrong = .object(members)
      case .array(let elements) where path.last == "writes": wrong = .array(elements + elements)
      case .array, .null, .boolean, .number, .string: continue
      }
      let changed = try #require(value.replacing(path[...], by: wrong))
      #expect(schema.findings(of: changed).problems != [], "\(member)")
    }
  }

  /// Invalid values for the place of a valid one.
  private static func wrongValues(for tree: JSONTree, _ path: [String]) -> [JSONTree] {
    switch path.reduce(tree, { $0[$1] ?? $0.parts[$1] ?? .null }) {
    case .null: [.number(0), .boolean(false)]
    case .boolean: [.string("true"), .number(1), .null]
    case .number: [.string("1"), .number(-1), .number(0.5), .null, .boolean(true)]
    case .string: [.number(1), .boolean(true), .array([])]
    case .array: [.object([:]), .null]
    case .object: [.array([]), .null, .string("")]
    }
  }
}
