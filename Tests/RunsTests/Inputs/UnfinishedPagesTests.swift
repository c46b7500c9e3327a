import Formats
@testable import Runs
import Scan
import Synchronization
import SystemIO
import Testing

/// Collects what would have gone to standard error.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var text: String { lines.withLock { $0.joined() } }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
}

struct UnfinishedPagesTests {
  private static let place = Place(file: "page", line: 3, column: 1, byte: 40)

  /// The messages after inputs of these formats, each with or without a next page.
  private func said(_ inputs: [(InputFormat, Place?)]) -> String {
    let lines = Lines()
    let diagnostics = Diagnostics(tool: "tool", sink: { lines.append($0) })
    var pages = UnfinishedPages()
    for (format, place) in inputs { pages.finish(format, continuation: place) }
    pages.warn(diagnostics)
    diagnostics.finish()
    return lines.text
  }

  @Test func `a last page with a token is warned of at its place`() {
    let lines = said([(.restPages, nil), (.restPages, Self.place)])
    #expect(lines.contains("page:3:1 (byte 40): the export is incomplete"))
    #expect(lines.contains("hint: get the following pages"))
  }

  @Test func `a missing page is damage if all pages are needed`() {
    var pages = UnfinishedPages()
    pages.finish(.restPages, continuation: Self.place)
    #expect(pages.damage?.place == Self.place)
    #expect(pages.damage?.kind == .badData)
    pages.finish(.restPages, continuation: nil)
    #expect(pages.damage == nil)
  }

  @Test func `the next file may be the page that follows`() {
    #expect(said([(.restPages, Self.place), (.ndjson, nil), (.restPages, nil)]).isEmpty)
    #expect(said([(.restPages, Self.place), (.restArray, nil)]).isEmpty)
  }

  @Test func `a file of a format without pages does not supply the next page`() {
    #expect(!said([(.restPages, Self.place), (.ndjson, nil)]).isEmpty)
  }
}
