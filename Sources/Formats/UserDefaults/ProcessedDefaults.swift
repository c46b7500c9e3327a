public import Jokes

/// The part of a dump about processed assets and their results.
///
/// A missing key counts as empty.
public struct ProcessedDefaults: Sendable {
  /// The processed assets, which the app skips.
  public var assets: ProcessedAssets
  /// The cached results; nil if there are none or they cannot be decoded.
  public let results: CachedResults?
  /// The reason and place of undecodable results, which count as none and stay in the dump.
  public let undecodable: UndecodableResults?
  /// The size of the ids and of the results, decodable or not.
  public let size: ProcessedSize

  /// Reads the processed state from a dump.
  ///
  /// - Throws: an error of cause `unusable` if the processed assets are not an array of strings, or
  ///   if a key occurs twice.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    let ids = try dump.strings(of: .processedAssets) ?? []
    assets = ProcessedAssets(ids)
    guard let data = try dump.data(of: .cachedResults) else {
      (results, undecodable) = (nil, nil)
      size = ProcessedSize(ids: ids, resultByteCount: 0)
      return
    }
    switch data.content {
    case .unreadable(let reason):
      (results, undecodable) = (nil, UndecodableResults(reason, at: data.byteOffset))
      size = ProcessedSize(ids: ids, resultByteCount: 0)
    case .bytes(let bytes):
      size = ProcessedSize(ids: ids, resultByteCount: bytes.count)
      do throws(UndecodableResults) {
        (results, undecodable) = (try CachedResults(reading: bytes), nil)
      } catch {
        let place = data.contentOffset.map { $0 + error.byteOffset } ?? data.byteOffset
        (results, undecodable) = (nil, UndecodableResults(error.reason, at: place))
      }
    }
  }
}
