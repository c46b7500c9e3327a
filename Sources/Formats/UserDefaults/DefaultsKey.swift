import Scan
import SystemIO

/// A top-level key of a dump: one of the app's own, or any other.
public struct DefaultsKey: Hashable, Sendable {
  /// The number of the app's key, as members of the top level have it.
  let mark: UInt32
  /// The name of a key that has no number of its own; otherwise empty.
  private let other: String

  /// Makes a key from its name.
  public init(_ name: String) {
    let mark = name.withUTF8Bytes { Self.mark(of: $0) }
    (self.mark, other) = (mark, mark < AppKey.cachedJokes.rawValue ? "" : name)
  }

  private init(_ key: AppKey) { (mark, other) = (UInt32(key.rawValue), "") }

  /// The key's name.
  public var name: String { bytes.span.text }

  /// The bytes of the name.
  var bytes: [UInt8] { isMarked ? AppKey.spellings[Int(mark)] : Array(other.utf8) }

  /// The device's ratings: joke key to number.
  public static let ratings = DefaultsKey(.ratings)
  /// When each joke was rated: joke key to seconds since 1970.
  public static let ratingTimestamps = DefaultsKey(.ratingTimestamps)
  /// The ids of seen jokes, oldest first.
  public static let impressions = DefaultsKey(.impressions)
  /// The ids of saved jokes.
  public static let savedJokes = DefaultsKey(.savedJokes)
  /// When each joke was saved: joke key to seconds since 1970.
  public static let savedTimestamps = DefaultsKey(.savedTimestamps)
  /// Both spellings of the flag of the binary migration; either suffices.
  static let binaryMigrationFlags = [
    DefaultsKey(.binaryMigrationCompleted), DefaultsKey(.binaryMigrationDone),
  ]
  /// The flag of the migration of rated jokes to saved ones.
  static let savedMigrationDone = DefaultsKey(.savedMigrationDone)
  /// The device's id.
  public static let deviceID = DefaultsKey(.deviceID)
  /// The ids of processed assets.
  public static let processedAssets = DefaultsKey(.processedAssets)
  /// The cached results, shown after a restart.
  public static let cachedResults = DefaultsKey(.cachedResults)

  /// A few of the app's keys, for messages.
  package static let listing =
    [ratings, savedJokes, deviceID].map(\.name).joined(separator: ", ")
    + " or one of the nine others that Rules.md lists"

  /// Whether it is one of the app's own.
  var isAppKey: Bool { mark != Self.noMark }
  /// Whether no other key has its mark.
  var isMarked: Bool { mark < AppKey.cachedJokes.rawValue }

  /// The mark of another app's key.
  static let noMark = UInt32.max

  /// The mark of the key with these UTF-8 bytes.
  @inline(__always)
  static func mark(of name: Span<UInt8>) -> UInt32 {
    AppKey(name).map { UInt32($0.rawValue) } ?? noMark
  }

  /// Whether every migration reads the container of the key with this mark.
  @inline(__always)
  static func isAlwaysRead(_ mark: UInt32) -> Bool { mark <= AppKey.savedTimestamps.rawValue }
}

extension DefaultsKey: ExpressibleByStringLiteral {
  /// Makes a key from its name.
  public init(stringLiteral name: String) { self.init(name) }
}

/// The app's keys as numbers, for fast lookup.
private enum AppKey: UInt8, CaseIterable {
  // Every migration reads the first four, which `isAlwaysRead` relies on.
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

  static let spellings = allCases.map { Array("\($0.literal)".utf8) }

  /// The name, which the compiler compares in words where the key is known.
  @inline(__always)
  var literal: StaticString {
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
