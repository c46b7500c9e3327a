import Jokes
import Scan
import SystemIO

/// Collects which of the requested ids are already processed and would be skipped.
struct SkipReport {
  /// The requested ids in their order, without duplicates.
  private var asked: [String] = []
  private var isProcessed: [JokeID: Bool] = [:]

  /// Adds a requested id.
  mutating func ask(_ id: String) {
    if isProcessed.updateValue(false, forKey: JokeID(id)) == nil { asked.append(id) }
  }

  /// Marks the requested ids among those that a dump has processed.
  mutating func note(_ ids: [String]) {
    for id in ids where isProcessed[JokeID(id)] != nil { isProcessed[JokeID(id)] = true }
  }

  /// The number of requested ids.
  var askedCount: Int { asked.count }

  /// The requested ids that are processed, in the order of the request.
  var processed: [String] { asked.filter { isProcessed[JokeID($0)] == true } }

  /// Writes the processed ids, one a line.
  func write(to path: String) throws {
    var output = try ByteOutput(OutputTarget(path))
    for id in processed { try output.write(Array(id.utf8) + [UInt8(ascii: "\n")]) }
    _ = try output.finish()
  }
}
