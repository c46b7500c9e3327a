public import Jokes

/// The part of a dump about processed assets and their results.
///
/// A missing key counts as empty.
public struct ProcessedDefaults: Sendable {
  /// The processed assets, which the app skips.
  public var assets: ProcessedAssets
  /// The cached results; nil if there are none or they cannot be decoded.
  public let results: CachedResults?
  /// The reason and place of undecodable results, which count as none and stay in the dump.
  public let undecodable: UndecodableResults?
  /// The size of the ids and of the results, decodable or not.
  public let size: ProcessedSize

  /// Reads the processed state from a dump.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    let ids = try dump.strings(of: .processedAssets) ?? []
    assets = ProcessedAssets(ids)
    guard let data = try dump.data(of: .cachedResults) else {
      (results, undecodable) = (nil, nil)
      size = ProcessedSize(ids: ids, resultByteCount: 0)
      return
    }
    switch data.content {
    case .unreadable(let reason):
      (results, undecodable) = (nil, UndecodableResults(reason, at: data.byteOffset))
      size = ProcessedSize(ids: ids, resultByteCount: 0)
    case .bytes(let bytes):
      size = ProcessedSize(ids: ids, resultByteCount: bytes.count)
      do throws(UndecodableResults) {
        (results, undecodable) = (try CachedResults(reading: bytes), nil)
      } catch {
        let place = data.contentOffset.map { $0 + error.byteOffset } ?? data.byteOffset
        (results, undecodable) = (nil, UndecodableResults(error.reason, at: place))
      }
    }
  }
}

/// How much processed state a dump holds, and the most that is sensible.
///
/// UserDefaults is read whole at every start of an app, and each change writes it whole.
public struct ProcessedSize: Hashable, Sendable {
  /// The most ids that are sensible.
  public static let idLimit = 1000
  /// The most bytes of ids and results that are sensible.
  public static let byteLimit = 100_000

  /// The number of processed ids.
  public private(set) var idCount = 0
  /// The bytes of the ids, in UTF-8, and of the cached results.
  public private(set) var byteCount = 0

  /// Nothing.
  public init() {}

  init(ids: [String], resultByteCount: Int) {
    for id in ids { add(id) }
    byteCount += resultByteCount
  }

  /// Adds an id.
  public mutating func add(_ id: String) {
    idCount += 1
    byteCount += id.utf8.count
  }

  /// Whether it is more than sensible.
  public var isTooLarge: Bool { idCount > Self.idLimit || byteCount > Self.byteLimit }

  /// The sum of both.
  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.idCount += right.idCount
    sum.byteCount += right.byteCount
    return sum
  }
}
