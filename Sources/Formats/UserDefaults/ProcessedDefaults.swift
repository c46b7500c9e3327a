public import Jokes

/// What a dump says about the assets that were processed, and what came of it.
///
/// A key that is missing is empty.
public struct ProcessedDefaults: Sendable {
  /// The assets that were processed, and are skipped.
  public let assets: ProcessedAssets
  /// The results shown after a restart; nil where there are none, or they cannot be read.
  public let results: CachedResults?
  /// Why the results cannot be read, and where in the dump; they read as none then, and stay.
  public let undecodable: UndecodableResults?

  /// Reads it from a dump.
  ///
  /// - Throws: an error of cause `unusable` where the processed assets are no array of strings, or a
  ///   key comes twice.
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
