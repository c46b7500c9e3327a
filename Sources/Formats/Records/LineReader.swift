import Scan
import SystemIO

/// Reads one line as one record.
struct LineReader: Sendable {
  /// The name of the format in messages.
  let formatName: String
  /// Whether a damaged line is rejected and copied, instead of ending the run.
  let isSalvaging: Bool

  /// The fate of a record, and its range in the text.
  typealias Decision = (fate: RecordFate, range: Range<Int>)

  /// Decides about the record of a line.
  ///
  /// - Parameters:
  ///   - range: the range of the line, without its line end.
  ///   - origin: the place of the line. Evaluated only for a record or for damage.
  /// - Returns: nil if the line is blank or was rejected; it is copied unchanged.
  /// - Throws: `DamagedInput` for a damaged line without `isSalvaging`, and the errors of the
  ///   handler.
  func decide<Handler: RecordHandler>(
    _ range: Range<Int>, of text: Span<UInt8>, from origin: () -> Record.Origin,
    _ handler: inout Handler
  ) throws -> Decision? {
    do {
      return try decideRecord(range, of: text, from: origin, &handler)
    } catch let error as JSONSyntaxError {
      let line = Record(text, range: range, origin: origin())
      var damage = DamagedInput(
        error, of: formatName, at: line.place(of: min(error.offset, text.count)),
        documentID: handler.documentID, salvaging: "skip this record")
      guard isSalvaging else { throw damage }
      damage.record = handler.kept(damaged: line.bytes.copied)
      damage.record?.source = line.source
      handler.reject(.damaged(damage))
      return nil
    }
  }

  private func decideRecord<Handler: RecordHandler>(
    _ range: Range<Int>, of text: Span<UInt8>, from origin: () -> Record.Origin,
    _ handler: inout Handler
  ) throws -> Decision? {
    let line = text.extracting(0..<range.upperBound)
    var cursor = JSONCursor(line, at: range.lowerBound)
    cursor.skipWhitespace()
    let start = cursor.offset
    guard start < range.upperBound else { return nil }
    let reading = try handler.read(&cursor)
    let bounds = Record.Bounds(range: start..<cursor.offset, valueStart: start)
    try cursor.end()
    var origin = origin()
    origin.shift(start - range.lowerBound)
    let record = Record(line, bounds, origin: origin)
    return (try handler.decide(consume reading, record), bounds.range)
  }
}

extension DamagedInput {
  /// Creates an error from a JSON syntax error.
  ///
  /// - Parameter outcome: what `--salvage` does about it, as a verb.
  init(
    _ error: JSONSyntaxError, of format: String, at place: Place, documentID: String?,
    salvaging outcome: String
  ) {
    self.init(
      format: format, place: place, reason: error.reason.rawValue, documentID: documentID,
      hint: error.reason == .unexpectedEnd
        ? "the input may be cut short; get it again, or pass --salvage to \(outcome)"
        : "get the input again, or pass --salvage to \(outcome)")
  }
}
