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
