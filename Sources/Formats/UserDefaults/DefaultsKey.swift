import Scan
import SystemIO

/// The names under which the app keeps its things in its defaults.
public enum DefaultsKey {
  /// The device's ratings: joke key to number.
  public static let ratings = "jokeRatings"
  /// When each joke was rated: joke key to seconds since 1970.
  public static let ratingTimestamps = "jokeRatingTimestamps"
  /// The jokes seen, oldest first.
  public static let impressions = "jokeImpressions"
  /// The saved jokes.
  public static let savedJokes = "savedJokeIds"
  /// When each joke was saved: joke key to seconds since 1970.
  public static let savedTimestamps = "savedJokeTimestamps"
  /// Whether the ratings became binary, as the plan spells it.
  public static let binaryMigrationCompleted = "hasCompletedBinaryRatingMigration"
  /// Whether the ratings became binary, as the shipped app spells it.
  public static let binaryMigrationDone = "hasMigratedRatingsToBinary"
  /// Whether the rated jokes became saved ones.
  public static let savedMigrationDone = "hasMigratedRatedToSaved"
  /// The device's id.
  public static let deviceID = "anonymousDeviceId"
  /// What the keys of cached jokes begin with; a category follows.
  public static let cachedJokesPrefix = "cachedJokes_"
  /// The assets that were looked at already.
  public static let processedAssets = "ScreenSort.ProcessedIDs"
  /// The results shown after a restart.
  public static let cachedResults = "ScreenSort.CachedResults"

  /// Both spellings of the flag that the ratings are binary: either counts.
  public static let binaryMigrationFlags = [binaryMigrationCompleted, binaryMigrationDone]

  private static let fixed: Set<String> = [
    ratings, ratingTimestamps, impressions, savedJokes, savedTimestamps, binaryMigrationCompleted,
    binaryMigrationDone, savedMigrationDone, deviceID, processedAssets, cachedResults,
  ]

  /// Some of the app's own keys, as a message lists them.
  package static let listing =
    [ratings, savedJokes, deviceID].joined(separator: ", ")
    + " or one of the nine others that Rules.md lists"

  private static let fixedBytes = fixed.map { Array($0.utf8) }
  private static let cachedJokesBytes = Array(cachedJokesPrefix.utf8)

  /// Whether a top-level key is one of the app's own.
  public static func isAppKey(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    return isAppKey(bytes.span)
  }

  /// The same of a key's UTF-8 bytes.
  static func isAppKey(_ key: Span<UInt8>) -> Bool {
    for name in fixedBytes where key.isEqual(to: name.span) { return true }
    let prefix = cachedJokesBytes.span
    return key.count >= prefix.count && key.extracting(..<prefix.count).isEqual(to: prefix)
      && key.text.hasPrefix(cachedJokesPrefix)
  }
}
