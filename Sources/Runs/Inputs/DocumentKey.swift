package import Formats

/// What a document is known by, so that a second reading of it is noticed.
package struct DocumentKey: Sendable {
  /// Its full name, where it has one.
  let name: Fingerprint?
  /// Its id.
  let anyID: Fingerprint
  /// Its id, as that of a document without a full name.
  let bareID: Fingerprint

  /// The key of an event's document; nil where it has no id.
  package init?(of event: RatingEventDocument) {
    guard let identity = event.identity else { return nil }
    let id = Fingerprint(identity.id)
    name = identity.name.map { Fingerprint($0).asKind(Kind.name.rawValue) }
    anyID = id.asKind(Kind.anyID.rawValue)
    bareID = id.asKind(Kind.bareID.rawValue)
  }

  private enum Kind: UInt8 {
    case name
    case anyID
    case bareID
  }
}
