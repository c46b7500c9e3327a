/// The assets that still exist: what is stored about any other is stale.
///
/// Rules, “Processed state”. Each id is held once, and no order of theirs.
public struct ExistingAssets: Sendable {
  private var ids: Set<JokeID>

  /// The assets of these ids.
  public init(_ ids: some Sequence<String>) { self.ids = Set(ids.map { JokeID($0) }) }

  /// No asset yet.
  public init() { ids = [] }

  /// Adds an asset, which may be there already.
  public mutating func insert(_ id: String) { ids.insert(JokeID(id)) }

  /// Whether the asset exists.
  public func contains(_ id: String) -> Bool { ids.contains(JokeID(id)) }

  /// How many exist.
  public var count: Int { ids.count }

  /// Whether none exists: then everything stored is stale, or the list of assets is wrong.
  public var isEmpty: Bool { ids.isEmpty }
}
