import Jokes
import Scan
import SystemIO

/// Which of some ids are processed already, and so would be skipped.
struct SkipReport {
  /// The ids asked about, in the order in which they came, each once.
  private var asked: [String] = []
  private var isProcessed: [JokeID: Bool] = [:]

  /// Asks about an id.
  mutating func ask(_ id: String) {
    if isProcessed.updateValue(false, forKey: JokeID(id)) == nil { asked.append(id) }
  }

  /// Takes note of what a dump has.
  mutating func note(_ assets: ProcessedAssets) {
    for id in assets.ids where isProcessed[JokeID(id)] != nil { isProcessed[JokeID(id)] = true }
  }

  /// How many ids were asked about.
  var askedCount: Int { asked.count }

  /// The ids that are processed, in the order in which they were asked about.
  var processed: [String] { asked.filter { isProcessed[JokeID($0)] == true } }

  /// Writes them, one a line.
  func write(to path: String) throws {
    var output = try ByteOutput(OutputTarget(path))
    for id in processed { try output.write(Array(id.utf8) + [UInt8(ascii: "\n")]) }
    _ = try output.finish()
  }
}
