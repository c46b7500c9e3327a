import Foundation
import TestSupport
import Testing

/// `data/schemas/summary.schema.json` is what summaries are, no more and no less.
struct SummarySchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(Fixtures.data.appending(path: "schemas/summary.schema.json"))
  }

  @Test func `every summary is as the schema says, and all of it is described`() async throws {
    for summary in try await SummaryRuns.summaries {
      #expect(schema.findings(of: summary.value).problems == [], "\(summary)")
      #expect(schema.undescribed(in: summary.value) == [], "\(summary)")
    }
  }

  @Test func `every tool is among them, with every way to end that leaves a summary`() async throws
  {
    let summaries = try await SummaryRuns.summaries.map(\.value)
    #expect(Set(summaries.compactMap { $0["tool"]?.text }) == Set(Tool.all + ["preview-feed"]))
    let statuses = Set(summaries.compactMap { $0["exit_status"] })
    #expect(statuses == Set([0, 2, 3, 4, 65, 66].map { JSONTree.number($0) }))
    #expect(Set(summaries.compactMap { $0["dry_run"] }) == [.boolean(true), .boolean(false)])
  }

  @Test func `nothing is described that no run says, and all that is has words`() async throws {
    let findings = try await SummaryRuns.summaries.map { schema.findings(of: $0.value) }
    let met = findings.reduce(into: Set()) { $0.formUnion($1.met) }
    #expect(schema.members.subtracting(met).sorted() == [])
    // `tool` is described once, for all of them.
    #expect(schema.silentMembers.filter { !$0.hasSuffix("/properties/tool") }.sorted() == [])
  }

  @Test func `what may be absent is, in some run`() async throws {
    let findings = try await SummaryRuns.summaries.map { schema.findings(of: $0.value) }
    let missed = findings.reduce(into: Set()) { $0.formUnion($1.missed) }
    #expect(schema.optionalMembers.subtracting(missed).sorted() == [])
  }

  @Test func `a value of another type, below zero, or broken is told`() async throws {
    for summary in try await SummaryRuns.summaries {
      for path in summary.value.memberPaths {
        for wrong in Self.wrongValues(for: summary.value, path) {
          let changed = try #require(summary.value.replacing(path[...], by: wrong))
          #expect(
            schema.findings(of: changed).problems != [], "\(summary): \(path) is \(wrong)")
        }
      }
    }
  }

  @Test func `a member that is not there is told, unless it may be absent`() async throws {
    for summary in try await SummaryRuns.summaries {
      let before = schema.findings(of: summary.value)
      for path in summary.value.memberPaths {
        let changed = try #require(summary.value.replacing(path[...], by: nil))
        let after = schema.findings(of: changed)
        let isCount = path.count > 1 && path.first == "not_counted"
        let isOptional =
          isCount || !after.missed.subtracting(before.missed).isEmpty
          || before.met.subtracting(after.met).allSatisfy(schema.optionalMembers.contains)
        #expect(after.problems.isEmpty == isOptional, "\(summary): without \(path)")
      }
    }
  }

  @Test func `a member that is added later is no mistake, and noticed here`() async throws {
    let summary = try #require(try await SummaryRuns.summaries.first).value
    guard case .object(var members) = summary else { return }
    members["added_later"] = .number(1)
    #expect(schema.findings(of: .object(members)).problems == [])
    #expect(schema.undescribed(in: .object(members)) == [["added_later"]])
  }

  /// Values that cannot be right in the place of one that is.
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
