import TestSupport
import Testing

/// The summaries that `SchemaTests` validates are of every sort.
struct SummarySchemaTests {
  @Test func `the summaries cover every tool and exit status`() async throws {
    let summaries = try await SummaryRuns.summaries.map(\.value)
    #expect(Set(summaries.compactMap { $0["tool"]?.text }) == Set(Tool.all + ["preview-feed"]))
    let statuses = Set(summaries.compactMap { $0["exit_status"] })
    #expect(statuses == Set([0, 2, 3, 4, 65, 66].map { JSONTree.number($0) }))
    #expect(Set(summaries.compactMap { $0["dry_run"] }) == [.boolean(true), .boolean(false)])
  }
}
