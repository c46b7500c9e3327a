public import Jokes

/// The plan that marks an asset of a dump as processed. Rules, “Processed state”.
///
/// Making a plan changes nothing.
public struct ProcessedMarking: Sendable {
  /// Whether the asset is already marked and to be skipped, so that there is nothing to do.
  public let wasProcessed: Bool
  /// The processed assets, including this one.
  public let processed: ProcessedAssets
  /// The edits of the dump.
  public let edits: [DefaultsEdit]

  /// Plans the marking of one asset.
  ///
  /// - Throws: an error of cause `unusable` if the processed ids are not an array of strings, or
  ///   the key occurs twice.
  public init(of dump: DefaultsDump, marking asset: String) throws(DefaultsDumpError) {
    var processed = ProcessedAssets(try dump.strings(of: DefaultsKey.processedAssets) ?? [])
    wasProcessed = !processed.mark(asset)
    self.processed = processed
    edits = wasProcessed ? [] : [.append(to: DefaultsKey.processedAssets, [asset])]
  }
}
