import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Reads the previous ranking, from the output's place or from `--previous`.
enum PreviousRanking {
  /// The size above which a file is not a ranking document; real ones take kilobytes.
  private static let byteLimit = 64 << 20

  /// The files that the ranking of a period may replace.
  ///
  /// - Parameter withWeeks: whether it is written with the rankings of weeks.
  static func file(of period: RankingPeriod, withWeeks: Bool = false) -> ReplacementCheck {
    { target in
      guard let file = try file(inPlaceOf: target), file.ranking(of: period) != nil else {
        return "is not \(words(period)) document"
      }
      return file.isReplaced(by: period, withWeeks: withWeeks)
        ? nil
        : "holds \(period == .allTime ? "rankings of weeks" : "other rankings"), which this run "
          + "does not write"
    }
  }

  /// Reads the ranking at a path.
  ///
  /// - Throws: `UnsuitableInput` if it is not the period's ranking document, `SystemError`.
  static func read(_ path: String, of period: RankingPeriod) throws -> Ranking {
    guard let ranking = try file(at: path)?.ranking(of: period) else {
      throw UnsuitableInput(
        path, "it is not \(words(period)) ranking document",
        hint: "--previous takes a document that aggregate-top10 wrote for the same period")
    }
    return ranking
  }

  /// The ranking of the period in the place of the output; nil if the place is free or holds
  /// something else.
  static func replaced(by target: OutputTarget, of period: RankingPeriod) throws -> Ranking? {
    try file(inPlaceOf: target)?.ranking(of: period)
  }

  private static func words(_ period: RankingPeriod) -> String {
    period == .allTime ? "an \(period.id)" : "a '\(period.id)'"
  }

  /// The partial results that a new one may replace.
  static let partial: ReplacementCheck = { target in
    let reason = "is not a partial result"
    guard target.existing?.kind == .regular else { return reason }
    var window = ByteWindow(try InputFile(path: target.path), byteCount: 4 << 10)
    return try PartialReader.recognizes(&window) ? nil : reason
  }

  private static func file(inPlaceOf target: OutputTarget) throws -> RankingFile? {
    target.existing?.kind == .regular ? try file(at: target.path) : nil
  }

  private static func file(at path: String) throws -> RankingFile? {
    var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10, limit: byteLimit)
    try window.fill()
    return window.isAtEnd ? RankingFile(window.bytes) : nil
  }
}
