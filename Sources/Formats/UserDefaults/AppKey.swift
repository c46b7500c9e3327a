import Scan
import SystemIO

/// The app's keys as numbers, for fast lookup at the top level of a dump.
enum AppKey: UInt8, CaseIterable {
  case ratings
  case ratingTimestamps
  case impressions
  case savedJokes
  case savedTimestamps
  case binaryMigrationCompleted
  case binaryMigrationDone
  case savedMigrationDone
  case deviceID
  case processedAssets
  case cachedResults
  /// Any key with this prefix; a category follows.
  case cachedJokes

  var name: String {
    switch self {
    case .ratings: "jokeRatings"
    case .ratingTimestamps: "jokeRatingTimestamps"
    case .impressions: "jokeImpressions"
    case .savedJokes: "savedJokeIds"
    case .savedTimestamps: "savedJokeTimestamps"
    case .binaryMigrationCompleted: "hasCompletedBinaryRatingMigration"
    case .binaryMigrationDone: "hasMigratedRatingsToBinary"
    case .savedMigrationDone: "hasMigratedRatedToSaved"
    case .deviceID: "anonymousDeviceId"
    case .processedAssets: "ScreenSort.ProcessedIDs"
    case .cachedResults: "ScreenSort.CachedResults"
    case .cachedJokes: "cachedJokes_"
    }
  }

  /// Both spellings of the flag of the binary migration; either suffices.
  static let binaryMigrationFlags = [binaryMigrationCompleted, binaryMigrationDone]

  /// All names, concatenated, and the end of each.
  private static let names = Array(allCases.map(\.name).joined().utf8)
  private static let ends = allCases.indices.map { index in
    allCases[...index].map(\.name.utf8.count).reduce(0, +)
  }

  /// The app's key with these UTF-8 bytes, or nil.
  init?(_ key: Span<UInt8>) {
    let names = Self.names.span
    var start = 0
    for (number, end) in Self.ends.enumerated() {
      defer { start = end }
      guard key.count >= end - start, key.holds(start..<end, of: names, at: 0),
        let known = Self(rawValue: UInt8(number))
      else { continue }
      switch known {
      case .cachedJokes where key.text.hasPrefix(known.name): self = known
      case .cachedJokes: return nil
      default: if key.count == end - start { self = known } else { continue }
      }
      return
    }
    return nil
  }
}
