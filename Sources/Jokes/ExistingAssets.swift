/// The assets that still exist; stored state of any other asset is stale.
///
/// Rules, “Processed state”. A set without order.
public struct ExistingAssets: Sendable {
  private var ids: Set<JokeID>

  /// Creates a set of these ids.
  public init(_ ids: some Sequence<String>) { self.ids = Set(ids.map { JokeID($0) }) }

  /// Creates an empty set.
  public init() { ids = [] }

  /// Adds an asset, if it is not there.
  public mutating func insert(_ id: String) { ids.insert(JokeID(id)) }

  /// Whether the asset exists.
  public func contains(_ id: String) -> Bool { ids.contains(JokeID(id)) }

  /// The number of assets.
  public var count: Int { ids.count }

  /// Whether the set is empty: then everything stored is stale, or the list of assets is wrong.
  public var isEmpty: Bool { ids.isEmpty }
}
