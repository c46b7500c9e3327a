import Formats
@testable import Runs
import Scan
import SystemIO
import Testing

struct DumpBookTests {
  /// No tool makes them differ.
  @Test func `dumps that were written otherwise than decided are a fault`() throws {
    let book = DumpBook<Nothing>(
      try RejectLog(ToolRun.sample([])),
      RunProgress(ProgressMeter(display: .none, clock: { 0 }, write: { _ in })),
      rule: { _, _, _ in (nil, nil) }, enter: { _, _ in })
    let start = PartStart()
    try book.count([], from: start)
    try book.count(nil, from: start)
    try book.reject(.tooLarge(Place(file: "f", byte: 0), limit: 1 << 30))
    var counts = RecordCounts()
    (counts.kept, counts.changed) = (1, 1)
    try book.check(against: counts)
    for (kept, changed) in [(3, 1), (1, 2), (0, 2), (2, 0)] {
      (counts.kept, counts.changed) = (kept, changed)
      #expect(throws: InternalFault.self, "\(kept), \(changed)") {
        try book.check(against: counts)
      }
    }
  }
}

/// What these rules find.
private final class Nothing: Sendable {}
