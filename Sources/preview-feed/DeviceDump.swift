import ByteIO
import Console
import Formats
import Wiring

/// Reads the one dump of one device.
///
/// A class, because the reader calls it and the run reads what it found.
final class DeviceDump: DefaultsDumpVisitor {
  private(set) var defaults: FeedDefaults?
  private let progress: RunProgress

  init(_ progress: RunProgress) { self.progress = progress }

  func visit(_ dump: DefaultsDump, _ record: Record) throws -> [UInt8]? {
    guard defaults == nil else {
      throw UnusableDump(
        message: "it is one of several dumps in the file, and a feed is that of one device",
        place: record.place)
    }
    do throws(DefaultsDumpError) {
      defaults = try FeedDefaults(of: dump)
    } catch {
      throw UnusableDump(message: error.reason, place: record.place(of: error, dump.kind))
    }
    return nil
  }

  // Only a damaged record that is salvaged comes here, and a dump is not; nor is it unusable so.
  func reject(_ problem: RecordProblem) throws {
    switch problem {
    case .damaged(let damage): throw damage
    case .tooLarge(let place, let limit):
      throw UnusableDump(message: "it is larger than \(Amount.bytes(limit))", place: place)
    case .unusable(let reason, let place, _): throw UnusableDump(message: reason, place: place)
    }
  }

  func advance(to byte: Int) { progress.advance(to: byte) }
}

/// A dump that no feed can be made for.
struct UnusableDump: ReportableError {
  let message: String
  let place: Place?

  var kind: FailureKind { .badData }
}
