public import Jokes

/// The plan that removes the assets of a dump that no longer exist. Rules, “Processed state”.
///
/// Making a plan changes nothing. The plan of a pruned dump is empty.
public struct ProcessedPruning: Sendable {
  /// The processed state before the pruning.
  public let state: ProcessedDefaults
  /// The processed ids without an existing asset, in the order of the dump.
  public let staleIDs: [String]
  /// The results of the stale ids. A result whose asset is not marked as processed stays.
  public let staleResults: [ProcessedResult]
  /// The edits of the dump; empty if nothing is stale.
  public let edits: [DefaultsEdit]

  /// The number of processed ids that stay.
  public var keptIDCount: Int { state.assets.ids.count - staleIDs.count }
  /// The number of results that stay, without undecodable ones.
  public var keptResultCount: Int { (state.results?.results.count ?? 0) - staleResults.count }

  /// Plans the pruning of a dump.
  ///
  /// - Parameter existing: the assets that still exist; nil if nothing is to be removed.
  public init(of dump: DefaultsDump, existing: ExistingAssets?) throws(DefaultsDumpError) {
    let state = try ProcessedDefaults(of: dump)
    self.state = state
    staleIDs = existing.map { state.assets.stale(existing: $0) } ?? []
    let ids = Set(staleIDs.map { JokeID($0) })
    var edits: [DefaultsEdit] = []
    if !ids.isEmpty { edits.append(.removeStrings(from: .processedAssets, ids)) }
    let results = state.results?.results ?? []
    let stale = results.indices.filter { ids.contains(JokeID(results[$0].assetID)) }
    if let cached = state.results, !stale.isEmpty {
      edits.append(.setData(.cachedResults, cached.removing(Set(stale))))
    }
    staleResults = stale.map { results[$0] }
    self.edits = edits
  }
}
