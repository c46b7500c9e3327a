public import Jokes

/// What it takes to mark an asset as processed in a dump. Rules, “Processed state”.
///
/// It is a plan, and changes nothing by itself.
public struct ProcessedMarking: Sendable {
  /// Whether the asset is marked already, and so is to be skipped: then nothing is to be done.
  public let wasProcessed: Bool
  /// The processed assets, this one among them.
  public let processed: ProcessedAssets
  /// What to do to the dump.
  public let edits: [DefaultsEdit]

  /// Plans to mark one asset.
  ///
  /// - Throws: an error of cause `unusable` where the processed ids are no array of strings, or come
  ///   twice.
  public init(of dump: DefaultsDump, marking asset: String) throws(DefaultsDumpError) {
    var processed = ProcessedAssets(try dump.strings(of: DefaultsKey.processedAssets) ?? [])
    wasProcessed = !processed.mark(asset)
    self.processed = processed
    edits = wasProcessed ? [] : [.append(to: DefaultsKey.processedAssets, [asset])]
  }
}
