import Scan
import SystemIO

/// The keys of the app's UserDefaults.
public enum DefaultsKey {
  /// The device's ratings: joke key to number.
  public static let ratings = AppKey.ratings.name
  /// When each joke was rated: joke key to seconds since 1970.
  public static let ratingTimestamps = AppKey.ratingTimestamps.name
  /// The ids of seen jokes, oldest first.
  public static let impressions = AppKey.impressions.name
  /// The ids of saved jokes.
  public static let savedJokes = AppKey.savedJokes.name
  /// When each joke was saved: joke key to seconds since 1970.
  public static let savedTimestamps = AppKey.savedTimestamps.name
  /// The device's id.
  public static let deviceID = AppKey.deviceID.name
  /// The ids of processed assets.
  public static let processedAssets = AppKey.processedAssets.name
  /// The cached results, shown after a restart.
  public static let cachedResults = AppKey.cachedResults.name

  /// A few of the app's keys, for messages.
  package static let listing =
    [ratings, savedJokes, deviceID].joined(separator: ", ")
    + " or one of the nine others that Rules.md lists"

  /// Whether a top-level key is one of the app's own.
  public static func isAppKey(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    return AppKey(bytes.span) != nil
  }
}
