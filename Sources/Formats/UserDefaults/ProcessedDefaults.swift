public import Jokes

/// The part of a dump about processed assets and their results.
///
/// A missing key counts as empty.
public struct ProcessedDefaults: Sendable {
  /// The processed assets, which the app skips.
  public let assets: ProcessedAssets
  /// The cached results; nil if there are none or they cannot be decoded.
  public let results: CachedResults?
  /// The reason and place of undecodable results, which count as none and stay in the dump.
  public let undecodable: UndecodableResults?

  /// Reads the processed state from a dump.
  ///
  /// - Throws: an error of cause `unusable` if the processed assets are not an array of strings, or
  ///   if a key occurs twice.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    assets = ProcessedAssets(try dump.strings(of: DefaultsKey.processedAssets) ?? [])
    guard let data = try dump.data(of: DefaultsKey.cachedResults) else {
      (results, undecodable) = (nil, nil)
      return
    }
    switch data.content {
    case .unreadable(let reason):
      (results, undecodable) = (nil, UndecodableResults(reason, at: data.byteOffset))
    case .bytes(let bytes):
      do throws(UndecodableResults) {
        (results, undecodable) = (try CachedResults(reading: bytes), nil)
      } catch {
        let place = data.contentOffset.map { $0 + error.byteOffset } ?? data.byteOffset
        (results, undecodable) = (nil, UndecodableResults(error.reason, at: place))
      }
    }
  }
}
