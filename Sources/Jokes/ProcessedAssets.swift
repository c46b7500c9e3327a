/// The processed assets, so that a restart processes none twice.
///
/// An asset is marked as soon as it is processed, so that the mark survives a crash.
///
/// Rules, “Processed state”.
public struct ProcessedAssets: Hashable, Sendable {
  /// The ids, in stored order.
  public private(set) var ids: [String]
  private var known: Set<[UInt8]>

  /// Creates the state of a dump.
  public init(_ ids: [String] = []) {
    self.ids = ids
    known = Set(ids.map { Array($0.utf8) })
  }

  /// Whether an asset was processed and can be skipped.
  public func contains(_ id: String) -> Bool { known.contains(Array(id.utf8)) }

  /// Marks an asset as processed.
  ///
  /// - Returns: false if it was marked before.
  @discardableResult
  public mutating func mark(_ id: String) -> Bool {
    guard known.insert(Array(id.utf8)).inserted else { return false }
    ids.append(id)
    return true
  }

  /// The ids whose assets no longer exist, in order.
  public func stale(existing: ExistingAssets) -> [String] { ids.filter { !existing.contains($0) } }
}
