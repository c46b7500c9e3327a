import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

struct SpanLogBeginningTests {
  private func finding(_ bytes: [UInt8]) throws -> String {
    try TemporaryDirectory.with { directory in
      var window = ByteWindow(try InputFile(path: directory.write(bytes, to: "input")))
      return switch try FormatDetector.detect(&window) {
      case .format(let format, _): format.rawValue
      case .empty: "empty"
      case .unknown(let reason, _), .serverError(let reason, _): reason
      }
    }
  }

  private let events = (0..<3).map { EntityWriter.event("e\($0)", .integer(4)) }

  @Test func `a shard is told by its first record, whatever its checksum looks like`() throws {
    // Among so many, some begin with a zero, a bracket, or the mark of another format.
    for index in 0..<2000 {
      let event = EntityWriter.event("event \(index)", .integer(4))
      #expect(try finding(LogWriter.file(of: [event])) == "managed-shard", "\(index)")
    }
    let long = EntityWriter.event("a", .text(String(repeating: "x", count: 200_000)))
    #expect(try finding(LogWriter.file(of: [long])) == "managed-shard")
  }

  @Test func `a shard with a flipped bit in its first record is still told`() throws {
    for file in [LogWriter.file(of: events), LogWriter.file(of: [events[0]])] {
      for bit in 0..<(7 + events[0].count) * 8 {
        var flipped = file
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(try finding(flipped) == "managed-shard", "bit \(bit)")
      }
    }
  }

  @Test func `the metadata of an export are no shard`() throws {
    let metadata = LogWriter.file(of: [[0x33], [0x0A, 0x00]])
    #expect(try finding(metadata) == "it is the metadata of a managed Firestore export")
  }

  @Test func `zeros alone are no shard`() throws {
    #expect(try finding([UInt8](repeating: 0, count: 32_768)) != "managed-shard")
  }
}
