/// The stored result of processing an asset, which the app shows after a restart.
///
/// Rules, “Processed state”.
public struct ProcessedResult: Hashable, Sendable {
  /// How the processing ended.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    case success
    case flagged
    case failed
  }

  /// The five kinds of content that the app knows.
  public enum ContentType: String, CaseIterable, Hashable, Sendable {
    case music
    case movie
    case book
    case meme
    case unknown
  }

  /// A UUID in its stored spelling; the result keeps it.
  public var id: String
  /// The asset that was processed.
  public var assetID: String
  /// The status.
  public var status: Status
  /// The kind of content.
  public var contentType: ContentType
  /// The title, if known.
  public var title: String?
  /// The creator, if known.
  public var creator: String?
  /// The app's message.
  public var message: String
  /// A link to a service, if known.
  public var serviceLink: String?

  /// Creates a result.
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
