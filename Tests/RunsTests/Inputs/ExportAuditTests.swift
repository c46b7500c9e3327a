import Formats
import Foundation
@testable import Runs
import Scan
import Synchronization
import SystemIO
import TestSupport
import Testing

struct ExportAuditTests {
  /// A folder with shards, which nothing describes.
  private func inputs(_ names: [String]) throws -> InputList {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("all_namespaces/k")
      for name in names { try directory.write("", to: "all_namespaces/k/" + name) }
      return try InputList([directory.path])
    }
  }

  private func said(_ body: (Diagnostics) throws -> Void) rethrows -> [String] {
    let lines = Lines()
    let diagnostics = Diagnostics(tool: "tool") { line in lines.all.withLock { $0.append(line) } }
    try body(diagnostics)
    diagnostics.finish()
    return lines.all.withLock { $0 }
  }

  @Test func `shards of which nothing says how many there should be are warned about`() throws {
    let inputs = try inputs(["output-1", "output-0"])
    let lines = try said { diagnostics in
      var audit = ExportAudit(inputs)
      for input in inputs.inputs { audit.enter(LogTotals(), of: input) }
      try audit.finish(salvagingInto: nil, diagnostics)
      #expect(audit.mendedMetadata(of: 0) == nil)
    }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("its number of documents cannot be checked") == true)
  }

  @Test func `files that are only named like shards are not audited`() throws {
    let inputs = try inputs(["output-0"])
    let lines = try said { diagnostics in
      var audit = ExportAudit(inputs)
      for input in inputs.inputs { audit.enter(nil, of: input) }
      try audit.finish(salvagingInto: nil, diagnostics)
    }
    #expect(lines.isEmpty)
  }
}

private final class Lines: Sendable {
  let all = Mutex<[String]>([])
}
