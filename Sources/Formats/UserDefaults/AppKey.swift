import Scan
import SystemIO

/// The keys of the app, by number: what a dump's top level is looked up by.
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
  /// Any key that begins so; a category follows.
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

  /// Both spellings of the flag that the ratings are binary: either counts.
  static let binaryMigrationFlags = [binaryMigrationCompleted, binaryMigrationDone]

  /// All names, one behind the other, and where each ends.
  private static let names = Array(allCases.map(\.name).joined().utf8)
  private static let ends = allCases.indices.map { index in
    allCases[...index].map(\.name.utf8.count).reduce(0, +)
  }

  /// The key with these UTF-8 bytes; nil where it is not the app's.
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
