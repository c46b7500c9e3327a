import Scan
import SystemIO

/// The names under which the app keeps its things in its defaults.
public enum DefaultsKey {
  /// The device's ratings: joke key to number.
  public static let ratings = AppKey.ratings.name
  /// When each joke was rated: joke key to seconds since 1970.
  public static let ratingTimestamps = AppKey.ratingTimestamps.name
  /// The jokes seen, oldest first.
  public static let impressions = AppKey.impressions.name
  /// The saved jokes.
  public static let savedJokes = AppKey.savedJokes.name
  /// When each joke was saved: joke key to seconds since 1970.
  public static let savedTimestamps = AppKey.savedTimestamps.name
  /// Whether the ratings became binary, as the plan spells it.
  public static let binaryMigrationCompleted = AppKey.binaryMigrationCompleted.name
  /// Whether the ratings became binary, as the shipped app spells it.
  public static let binaryMigrationDone = AppKey.binaryMigrationDone.name
  /// Whether the rated jokes became saved ones.
  public static let savedMigrationDone = AppKey.savedMigrationDone.name
  /// The device's id.
  public static let deviceID = AppKey.deviceID.name
  /// What the keys of cached jokes begin with; a category follows.
  public static let cachedJokesPrefix = AppKey.cachedJokes.name
  /// The assets that were looked at already.
  public static let processedAssets = AppKey.processedAssets.name
  /// The results shown after a restart.
  public static let cachedResults = AppKey.cachedResults.name

  /// Both spellings of the flag that the ratings are binary: either counts.
  public static let binaryMigrationFlags = [binaryMigrationCompleted, binaryMigrationDone]

  /// Some of the app's own keys, as a message lists them.
  package static let listing =
    [ratings, savedJokes, deviceID].joined(separator: ", ")
    + " or one of the nine others that Rules.md lists"

  /// Whether a top-level key is one of the app's own.
  public static func isAppKey(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    return AppKey(bytes.span) != nil
  }
}
