/// What came of processing one asset, as the app shows it after a restart.
///
/// Rules, “Processed state”.
public struct ProcessedResult: Hashable, Sendable {
  /// How the processing ended.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    case success
    case flagged
    case failed
  }

  /// What an asset was found to be: the five that the app knows.
  public enum ContentType: String, CaseIterable, Hashable, Sendable {
    case music
    case movie
    case book
    case meme
    case unknown
  }

  /// A UUID, in the spelling it is stored in: the same result has the same one for ever.
  public var id: String
  /// The asset that was processed.
  public var assetID: String
  /// How that ended.
  public var status: Status
  /// What the asset was found to be.
  public var contentType: ContentType
  /// What it is called, where that was found out.
  public var title: String?
  /// Who made it, where that was found out.
  public var creator: String?
  /// What the app says about it.
  public var message: String
  /// Where to find it, where a service knows it.
  public var serviceLink: String?

  /// A result.
  public init(
    id: String, assetID: String, status: Status, contentType: ContentType,
    title: String? = nil, creator: String? = nil, message: String, serviceLink: String? = nil
  ) {
    self.id = id
    self.assetID = assetID
    self.status = status
    self.contentType = contentType
    self.title = title
    self.creator = creator
    self.message = message
    self.serviceLink = serviceLink
  }
}
