/// The assets that were processed, so that a restart does none of them twice.
///
/// An asset is one thing of the many that the app works through. It is marked as soon as it is done,
/// not when all are: what was marked survives a crash.
///
/// Rules, “Processed state”.
public struct ProcessedAssets: Hashable, Sendable {
  /// The ids, in the order in which they are stored.
  public private(set) var ids: [String]
  private var known: Set<[UInt8]>

  /// What a dump holds.
  public init(_ ids: [String] = []) {
    self.ids = ids
    known = Set(ids.map { Array($0.utf8) })
  }

  /// Whether an asset was processed, and so is to be skipped.
  public func contains(_ id: String) -> Bool { known.contains(Array(id.utf8)) }

  /// Marks an asset as processed.
  ///
  /// - Returns: false where it was marked already.
  @discardableResult
  public mutating func mark(_ id: String) -> Bool {
    guard known.insert(Array(id.utf8)).inserted else { return false }
    ids.append(id)
    return true
  }

  /// The ids that no longer exist, in their order.
  public func stale(existing: ExistingAssets) -> [String] { ids.filter { !existing.contains($0) } }
}
