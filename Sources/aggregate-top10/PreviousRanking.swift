import Formats
import Runs
import Scan
import SystemIO

/// Reads the previous ranking, from the output's place or from `--previous`.
enum PreviousRanking {
  /// The size above which a file is not a ranking document; real ones take kilobytes.
  private static let byteLimit = 64 << 20

  /// The files that the ranking of a period may replace.
  static func file(of period: RankingPeriod) -> ReplaceableFile {
    ReplaceableFile("\(words(period)) document") { try replaced(by: $0, of: period) != nil }
  }

  /// Reads the document at a path.
  ///
  /// - Throws: `UnsuitableInput` if it is not the period's ranking document, `SystemError`.
  static func read(_ path: String, of period: RankingPeriod) throws -> RankingDocument {
    guard let document = try document(at: path, of: period) else {
      throw UnsuitableInput(
        path, "it is not \(words(period)) ranking document",
        hint: "--previous takes a document that aggregate-top10 wrote")
    }
    return document
  }

  /// The ranking document of the period in the place of the output; nil if the place is free or holds
  /// something else.
  static func replaced(
    by target: OutputTarget, of period: RankingPeriod
  ) throws -> RankingDocument? {
    guard let existing = target.existing, existing.kind == .regular else { return nil }
    return try document(at: target.path, of: period)
  }

  private static func words(_ period: RankingPeriod) -> String {
    period == .allTime ? "an \(period.id)" : "a '\(period.id)'"
  }

  /// The partial results that a new one may replace.
  static let partial = ReplaceableFile("a partial result") { target in
    guard target.existing?.kind == .regular else { return false }
    var window = ByteWindow(try InputFile(path: target.path), byteCount: 4 << 10)
    return try PartialReader.recognizes(&window)
  }

  private static func document(
    at path: String, of period: RankingPeriod
  ) throws -> RankingDocument? {
    var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10, limit: byteLimit)
    try window.fill()
    return window.isAtEnd ? RankingDocument(reading: window.bytes, of: period) : nil
  }
}
