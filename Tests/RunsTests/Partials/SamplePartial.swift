import Formats
import Jokes
import Scan
import SystemIO
import TestSupport

@testable import Runs

extension PartialResult {
  static let binary = PartialSettings(
    scale: .binary, collection: "rating_events", isSalvaging: false)

  /// The counts of one piece with these votes, and a few of every other count.
  static func sample(
    _ piece: CoveredPiece?, _ votes: [String: (hilarious: Int, horrible: Int)],
    _ settings: PartialSettings = binary
  ) -> PartialResult {
    var counts = RankingCounts()
    for (id, vote) in votes {
      let bytes = Array(id.utf8)
      counts.tally.count(bytes.span, hilarious: vote.hilarious, horrible: vote.horrible)
    }
    counts.neutral.count(.three, times: 2)
    counts.unexpected.add("null", times: 3)
    counts.otherDocumentCount = 1
    counts.eventCount = counts.tally.hilariousTotal + counts.tally.horribleTotal + 5
    let totals = RecordTotals(
      recordCount: counts.eventCount + 1, rejects: ["damaged": 1, "missing entities": 4],
      missingCount: 4)
    var sample = PartialResult(settings)
    sample.pieces = piece.map { [$0] } ?? []
    (sample.counts, sample.totals) = (counts, totals)
    return sample
  }

  /// Writes it, and returns the path.
  @discardableResult
  func write(to name: String, in directory: TemporaryDirectory) throws -> String {
    let path = directory.path(of: name)
    var output = try ByteOutput(OutputTarget(path))
    try PartialFile.write(self, to: &output)
    try output.finish().publish()
    return path
  }

  static func read(_ path: String) throws -> PartialResult {
    var window = ByteWindow(try InputFile(path: path), byteCount: 64)
    return try PartialReader.read(&window)
  }
}

extension CoveredPiece {
  /// A range of a file of 100 bytes; the digest and the fingerprint are of these texts.
  static func sample(
    _ path: String, _ range: Range<Int> = 0..<100, bytes: String? = nil, file: String? = "",
    format: String = "ndjson", log: LogTotals? = nil, continuation: Place? = nil
  ) -> CoveredPiece {
    let name = file.map { $0.isEmpty ? path : $0 }
    return CoveredPiece(
      path: path, fileByteCount: 100, range: range,
      digest: SHA256.digest(Array((bytes ?? "\(path) \(range)").utf8)),
      fingerprint: name.map { SHA256.digest(Array($0.utf8)) },
      format: InputFormat(rawValue: format) ?? InputFormat.allCases[0], compression: nil,
      byteCountRead: range.count, log: log, continuation: continuation)
  }
}
