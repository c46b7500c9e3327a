import Formats
import Jokes
import Scan
package import SystemIO

/// The file of a partial result: lines of JSON that end with a `LineSeal`.
///
/// The first line has the settings. Then there is a line for each share of a run that it is, for each
/// piece that is covered, with the number of its share among these lines, for each export of which
/// only some shards are covered, one for the totals, and one for each joke with its counts, in the
/// order of the ids' bytes. Equal results give equal bytes.
package enum PartialFile {
  /// The name of the first line's first member, whose value is the version of this form.
  static let name = "laughtrack_partial"
  static let formVersion = 2

  /// The first bytes of every partial result.
  package static let beginning = "{\"laughtrack_partial\":"

  /// Writes a partial result.
  package static func write(_ partial: PartialResult, to output: inout ByteOutput) throws {
    var lines = SealedLineWriter()
    try lines.add(to: &output) { writeHeader(partial.settings, to: &$0) }
    let shares = partial.shares.sorted { $0.precedes($1) }
    for share in shares { try lines.add(to: &output) { share.write(to: &$0) } }
    let numbers = Dictionary(zip(shares, 0...)) { first, _ in first }
    for piece in partial.pieces.sorted(by: { $0.precedes($1) }) {
      try lines.add(to: &output) { line in
        write(piece, to: &line)
        guard let origin = piece.origin else { return }
        line.optionalMember("of", numbers[origin.share])
        line.member("input", origin.inputNumber)
      }
    }
    let exports = partial.exports.sorted {
      $0.id.bytes.lexicographicallyPrecedes($1.id.bytes)
    }
    for export in exports { try lines.add(to: &output) { export.write(to: &$0) } }
    try lines.add(to: &output) { writeTotals(partial, to: &$0) }
    var jokeCount = 0
    try partial.counts.tally.forEachJoke { id, hilarious, horrible in
      jokeCount += 1
      lines.held.append("[")
      lines.held.appendJSONString(id)
      lines.held.append(",")
      lines.held.appendDecimal(hilarious)
      lines.held.append(",")
      lines.held.appendDecimal(horrible)
      lines.held.append("]")
      try lines.endLine(to: &output)
    }
    try lines.finish(partial.sealed(jokeCount: jokeCount), to: &output)
  }

  // MARK: Lines

  private static func writeHeader(_ settings: PartialSettings, to line: inout JSONWriter) {
    line.member(name, formVersion)
    line.member("version", settings.version)
    line.member("scale", settings.scale.rawValue)
    line.member("collection", settings.collection)
    line.member("salvage", settings.isSalvaging)
  }

  private static func write(_ piece: CoveredPiece, to line: inout JSONWriter) {
    line.member("piece", piece.path)
    line.member("bytes", piece.fileByteCount)
    line.member("from", piece.range.lowerBound)
    line.member("to", piece.range.upperBound)
    line.member("sha256", piece.digest.description)
    line.optionalMember("file", piece.fingerprint?.description)
    line.member("format", piece.format.rawValue)
    line.optionalMember("compression", piece.compression?.rawValue)
    line.member("read", piece.byteCountRead)
    piece.log?.write(to: &line)
    guard let place = piece.continuation else { return }
    line.object("more") { more in
      more.optionalMember("line", place.line)
      more.optionalMember("column", place.column)
      more.optionalMember("byte", place.byte)
    }
  }

  private static func writeTotals(_ partial: PartialResult, to line: inout JSONWriter) {
    let (counts, totals) = (partial.counts, partial.totals)
    line.member("records", totals.recordCount)
    line.member("missing", totals.missingCount)
    line.member("events", counts.eventCount)
    line.member("other_documents", counts.otherDocumentCount)
    line.member("other_labels", counts.unexpected.otherCount)
    let rejects = totals.rejects.sorted { $0.key.precedesInBytes($1.key) }
    write(rejects.map { ($0.key, $0.value) }, as: "rejects", to: &line)
    let neutral = Rating.allCases.map { (String($0.rawValue), counts.neutral[$0]) }
    write(neutral.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }, as: "neutral", to: &line)
    write(counts.unexpected.labels.map { ($0.label, $0.count) }, as: "unexpected", to: &line)
  }

  private static func write(
    _ counts: [(name: String, count: Int)], as name: String, to line: inout JSONWriter
  ) {
    line.object(name) { for each in counts { $0.member(each.name, each.count) } }
  }
}
