import Scan
import SystemIO

/// The app's keys as numbers, for fast lookup at the top level of a dump.
enum AppKey: UInt8, CaseIterable {
  // Every migration reads the first four, which `DumpIndex.isIndexed` relies on.
  case ratings
  case ratingTimestamps
  case savedJokes
  case savedTimestamps
  case impressions
  case binaryMigrationCompleted
  case binaryMigrationDone
  case savedMigrationDone
  case deviceID
  case processedAssets
  case cachedResults
  /// Any key with this prefix; a category follows.
  case cachedJokes

  /// The name, which the compiler compares in words where the key is known.
  @inline(__always)
  private var literal: StaticString {
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

  private static let names = allCases.map { "\($0.literal)" }

  var name: String { Self.names[Int(rawValue)] }

  private static let spellings = names.map { Array($0.utf8) }

  /// The bytes of the name.
  var bytes: [UInt8] { Self.spellings[Int(rawValue)] }

  /// Both spellings of the flag of the binary migration; either suffices.
  static let binaryMigrationFlags = [binaryMigrationCompleted, binaryMigrationDone]

  /// The app's key with these UTF-8 bytes, or nil.
  init?(_ key: Span<UInt8>) {
    switch true {
    case Self.ratings.isName(key): self = .ratings
    case Self.ratingTimestamps.isName(key): self = .ratingTimestamps
    case Self.impressions.isName(key): self = .impressions
    case Self.savedJokes.isName(key): self = .savedJokes
    case Self.savedTimestamps.isName(key): self = .savedTimestamps
    default: self.init(rare: key)
    }
  }

  /// The other keys; the compiler compares only a few in one function by words.
  private init?(rare key: Span<UInt8>) {
    switch true {
    case Self.binaryMigrationCompleted.isName(key): self = .binaryMigrationCompleted
    case Self.binaryMigrationDone.isName(key): self = .binaryMigrationDone
    case Self.savedMigrationDone.isName(key): self = .savedMigrationDone
    case Self.deviceID.isName(key): self = .deviceID
    case Self.processedAssets.isName(key): self = .processedAssets
    case Self.cachedResults.isName(key): self = .cachedResults
    case key.holds(Self.cachedJokes.literal, at: 0): self = .cachedJokes
    default: return nil
    }
  }

  @inline(__always)
  private func isName(_ key: Span<UInt8>) -> Bool {
    key.count == literal.utf8CodeUnitCount && key.holds(literal, at: 0)
  }
}
