import Jokes
import Scan
import SystemIO
@testable import Formats

/// What came of reading events: what is left of them, and what was learnt.
private struct PathOutcome: Equatable {
  var digest: SHA256.Digest?
  var counts: RecordCounts?
  var error: String?
  var ranking: Ranking
  var ratings: [Rating: Int]
  var notes: [String]
}

/// Events come to the same whether each is read strictly and in its turn, recognised by its shape, or
/// told by a rule.
func comparePaths(over bytes: [UInt8]) {
  let formats: [InputFormat] = [.ndjson, .jsonArray, .jsonStream, .restDocuments]
  guard let choice = bytes.first else { return }
  let text = Array(bytes.dropFirst())
  comparePaths(over: text, as: formats[Int(choice) % formats.count])
}

/// The same over records of a log.
func comparePaths(overEntities bytes: [UInt8]) {
  let payloads = FuzzParts.split(bytes)
  guard !payloads.isEmpty else { return }
  comparePaths(over: LogWriter.file(of: payloads), as: .managedShard)
}

private func comparePaths(over text: [UInt8], as format: InputFormat) {
  FuzzFile.write(text, to: "input")
  let strict = outcome(RulingVisitor(.init(hasRule: false)), format, threadCount: 0)
  for threadCount in 1...2 {
    for hasRule in [false, true] {
      let other = outcome(RulingVisitor(.init(hasRule: hasRule)), format, threadCount: threadCount)
      hold(
        other == strict,
        "\(threadCount) threads, rule: \(hasRule): \(other) instead of \(strict)")
    }
  }
}

private func outcome(
  _ visitor: RulingVisitor, _ format: InputFormat, threadCount: Int
) -> PathOutcome {
  var (digest, counts, failure): (SHA256.Digest?, RecordCounts?, String?)
  do {
    var result = try ExportReader.read(
      ByteWindow(try InputFile(path: "input"), byteCount: 64), as: format,
      into: ByteOutput(discarding: "output", hashes: true), isSalvaging: false,
      sharing: WorkSharing(threadCount: threadCount, chunkByteCount: 256), visitor: visitor)
    digest = try result.output.finish().digest
    counts = result.counts
  } catch {
    failure = "\(error)"
  }
  // What was met before damage is nobody's business: it is not published.
  let isWhole = failure == nil
  let tally = isWhole ? visitor.tally : Tally()
  return PathOutcome(
    digest: digest, counts: counts, error: failure, ranking: Ranking(of: tally, length: 100),
    ratings: isWhole ? visitor.ratings : [:], notes: isWhole ? visitor.notes : [])
}
