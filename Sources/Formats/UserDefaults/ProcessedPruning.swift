public import Jokes

/// What it takes to forget the assets of a dump that no longer exist. Rules, “Processed state”.
///
/// A plan: it changes nothing by itself. Made of a dump that it was applied to, it plans nothing.
public struct ProcessedPruning: Sendable {
  /// What the dump holds.
  public let state: ProcessedDefaults
  /// The processed ids whose asset no longer exists, in the order of the dump.
  public let staleIDs: [String]
  /// The results of exactly these ids. A result whose asset is not marked as processed stays.
  public let staleResults: [ProcessedResult]
  /// What to do to the dump; nothing where nothing is stale.
  public let edits: [DefaultsEdit]

  /// How many processed ids stay.
  public var keptIDCount: Int { state.assets.ids.count - staleIDs.count }
  /// How many results stay, those that cannot be read not counted.
  public var keptResultCount: Int { (state.results?.results.count ?? 0) - staleResults.count }

  /// Plans the pruning of a dump.
  ///
  /// - Throws: an error of cause `unusable` where the processed assets are no array of strings, or a
  ///   key that matters comes twice.
  public init(of dump: DefaultsDump, existing: ExistingAssets) throws(DefaultsDumpError) {
    state = try ProcessedDefaults(of: dump)
    staleIDs = state.assets.stale(existing: existing)
    let ids = Set(staleIDs.map { JokeID($0) })
    var edits: [DefaultsEdit] = []
    if !ids.isEmpty { edits.append(.removeStrings(from: DefaultsKey.processedAssets, ids)) }
    let results = state.results?.results ?? []
    let stale = results.indices.filter { ids.contains(JokeID(results[$0].assetID)) }
    if let cached = state.results, !stale.isEmpty {
      edits.append(.setData(DefaultsKey.cachedResults, cached.removing(Set(stale))))
    }
    staleResults = stale.map { results[$0] }
    self.edits = edits
  }
}
