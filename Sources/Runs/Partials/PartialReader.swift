import Formats
import Jokes
import Scan
package import SystemIO

/// Reads the file of a partial result, and refuses one that is truncated, edited or foreign.
package struct PartialReader: SealedLineTaker {
  /// The lines that may come next.
  private enum Section {
    case header
    case pieces
    case jokes
  }

  private let path: String
  private var section = Section.header
  private var partial: PartialResult
  private var jokeCount = 0
  private var lastID: [UInt8] = []
  private var isInOrder = true

  /// The most bytes of a line: a joke's id may take a document.
  private static let lineLimit = 8 << 20

  /// Reads a whole partial result.
  ///
  /// - Throws: `DamagedPartial`, `SystemError`.
  package static func read(_ window: inout ByteWindow) throws -> PartialResult {
    var reader = PartialReader(window.path)
    window.limit = lineLimit
    let end = try SealedLines.read(&window, into: &reader)
    guard end.ending == .sealed else { throw reader.damage(end.ending.rawValue, line: end.line) }
    guard reader.section == .jokes else { throw reader.damage("it has no totals", line: end.line) }
    guard reader.isInOrder else { throw reader.damage("its jokes are not in order", line: nil) }
    guard reader.partial.bound != nil, reader.isConsistent else {
      throw reader.damage("its totals do not agree", line: nil)
    }
    return reader.partial
  }

  /// Whether a file begins as a partial result does.
  package static func recognizes(_ window: inout ByteWindow) throws -> Bool {
    try window.begins(with: PartialFile.beginning)
  }

  private init(_ path: String) {
    self.path = path
    partial = PartialResult(
      PartialSettings(version: "", scale: .binary, collection: "", isSalvaging: false))
  }

  private func damage(_ reason: String, line: Int?) -> DamagedPartial {
    DamagedPartial(path, line: line, reason)
  }

  var sealedCounts: KeyValuePairs<String, Int> { partial.sealed(jokeCount: jokeCount) }

  /// Whether the numbers can be those of one run.
  private var isConsistent: Bool {
    let (counts, totals) = (partial.counts, partial.totals)
    let counted = counts.tally.hilariousTotal + counts.tally.horribleTotal + counts.uncountedCount
    return counted <= counts.eventCount && counts.eventCount <= totals.recordCount
      && totals.missingCount <= totals.rejectCount
  }

  package mutating func take(_ line: Span<UInt8>, isFirst: Bool) throws -> Bool {
    if section == .jokes { return takeJoke(line) }
    guard let object = JSONValue(ifIn: line) else { return false }
    if section == .header { return try takeHeader(object) }
    if object["piece"] != nil {
      return Self.take(CoveredPiece(object, partial.shares), into: &partial.pieces)
    }
    if object["share"] != nil { return Self.take(CoveredShare(object), into: &partial.shares) }
    if object["export"] != nil { return Self.take(ExportCounts(object), into: &partial.exports) }
    section = .jokes
    return takeTotals(object)
  }

  // MARK: Lines

  private mutating func takeHeader(_ header: JSONValue) throws -> Bool {
    guard let form = header[PartialFile.name]?.integer else { return false }
    guard form == PartialFile.formVersion, let version = header["version"]?.string else {
      throw damage("it is of a form that this version does not read", line: 1)
    }
    guard version.hasBytes(of: Version.text) else {
      throw damage("it is of version \(version), and this is \(Version.text)", line: 1)
    }
    guard let scale = header["scale"]?.string.flatMap(RatingScale.init(rawValue:)),
      let collection = header["collection"]?.string,
      case .boolean(let isSalvaging) = header["salvage"]
    else { return false }
    partial.settings = PartialSettings(
      version: version, scale: scale, collection: collection, isSalvaging: isSalvaging)
    section = .pieces
    return true
  }

  /// Adds what a line tells of; nil is a malformed line.
  private static func take<Part>(_ part: Part?, into parts: inout [Part]) -> Bool {
    if let part { parts.append(part) }
    return part != nil
  }

  private mutating func takeTotals(_ object: JSONValue) -> Bool {
    guard let records = object.count("records"), let missing = object.count("missing"),
      let events = object.count("events"), let others = object.count("other_documents"),
      let otherLabels = object.count("other_labels"), let rejects = object.counts("rejects"),
      let neutral = object.counts("neutral"), let unexpected = object.counts("unexpected")
    else { return false }
    partial.totals = RecordTotals(
      recordCount: records,
      rejects: Dictionary(rejects.map { ($0.name, $0.count) }, uniquingKeysWith: max),
      missingCount: missing)
    partial.counts.eventCount = events
    partial.counts.otherDocumentCount = others
    partial.counts.unexpected.add(others: otherLabels)
    for (name, count) in neutral {
      guard let rating = Int(name).flatMap(Rating.init(rawValue:)) else { return false }
      partial.counts.neutral.count(rating, times: count)
    }
    for (label, count) in unexpected { partial.counts.unexpected.add(label, times: count) }
    return true
  }

  private mutating func takeJoke(_ line: Span<UInt8>) -> Bool {
    do throws(JSONSyntaxError) {
      return try takeJoke(strictly: line)
    } catch {
      return false
    }
  }

  private mutating func takeJoke(strictly line: Span<UInt8>) throws(JSONSyntaxError) -> Bool {
    var cursor = JSONCursor(line)
    guard cursor.next == UInt8(ascii: "[") else { return false }
    cursor.offset += 1
    let id = try cursor.string()
    guard let hilarious = try Self.nextCount(&cursor), let horrible = try Self.nextCount(&cursor),
      cursor.next == UInt8(ascii: "]"), hilarious + horrible > 0
    else { return false }
    let tally = partial.counts.tally
    guard !tally.hilariousTotal.addingReportingOverflow(hilarious).overflow,
      !tally.horribleTotal.addingReportingOverflow(horrible).overflow
    else { return false }
    jokeCount += 1
    id.withUTF8(in: line) { enter($0, hilarious, horrible) }
    return true
  }

  private mutating func enter(_ id: Span<UInt8>, _ hilarious: Int, _ horrible: Int) {
    let same = id.sameByteCount(from: 0, as: lastID.span, from: 0)
    let follows = same < id.count && (same == lastID.count || id[same] > lastID[same])
    if jokeCount > 1, !follows { isInOrder = false }
    lastID.removeAll(keepingCapacity: true)
    for index in id.indices { lastID.append(id[index]) }
    partial.counts.tally.count(id, hilarious: hilarious, horrible: horrible)
  }

  /// The largest count of a joke, so that two add up.
  private static let countLimit = Int.max / 2

  /// The next element of a joke's line, a count; nil if it is something else.
  private static func nextCount(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Int? {
    guard cursor.next == UInt8(ascii: ",") else { return nil }
    cursor.offset += 1
    let range = try cursor.number()
    var count = 0
    for place in range {
      let byte = cursor.text[place]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), count <= countLimit / 10 - 1
      else { return nil }
      count = count * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return count
  }
}

/// A file that is not a whole partial result.
struct DamagedPartial: ReportableError {
  let place: Place?
  let reason: String

  init(_ path: String, line: Int?, _ reason: String) {
    place = Place(file: path, line: line)
    self.reason = reason
  }

  var kind: FailureKind { .badData }
  var message: String { "not a partial result, or truncated or edited: \(reason)" }
  var hint: String? { "nothing was merged; make it again with --emit partial" }
}

extension CoveredPiece {
  /// - Parameter shares: those of the lines before.
  fileprivate init?(_ object: JSONValue, _ shares: [CoveredShare]) {
    guard let path = object["piece"]?.string, let byteCount = object.count("bytes"),
      let from = object.count("from"), let end = object.count("to"), from <= end, end <= byteCount,
      let sum = object["sha256"]?.digest, let read = object.count("read"),
      let format = object["format"]?.string.flatMap(InputFormat.init(rawValue:))
    else { return nil }
    let fingerprint = object["file"]?.digest
    if object["file"] != nil, fingerprint == nil { return nil }
    let compression = object["compression"]?.string.flatMap(Compression.init(rawValue:))
    if object["compression"] != nil, compression == nil { return nil }
    let log = LogTotals(object["log"])
    if object["log"] != nil, log == nil { return nil }
    let origin = Origin(object, shares)
    if object["of"] != nil, origin == nil { return nil }
    self.init(
      path: path, fileByteCount: byteCount, range: from..<end, digest: sum,
      fingerprint: fingerprint, format: format, compression: compression, byteCountRead: read,
      log: log,
      continuation: object["more"].map { more in
        Place(
          file: path, line: more["line"]?.integer, column: more["column"]?.integer,
          byte: more["byte"]?.integer, isDecompressed: compression != nil)
      }, origin: origin)
  }
}

extension CoveredPiece.Origin {
  fileprivate init?(_ object: JSONValue, _ shares: [CoveredShare]) {
    guard let number = object.count("of"), shares.indices.contains(number),
      let inputNumber = object.count("input")
    else { return nil }
    (share, self.inputNumber) = (shares[number], inputNumber)
  }
}
