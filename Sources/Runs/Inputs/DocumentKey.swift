package import Formats

/// What a document is known by, so that a second reading of it is noticed.
package struct DocumentKey: Sendable {
  let id: Fingerprint
  /// That of its full name, where it has one.
  let name: Fingerprint?

  /// The key of an event's document; nil where it has no id.
  package init?(of event: RatingEventDocument) {
    var found: (id: Fingerprint, name: Fingerprint?)?
    event.withName { id, name in
      found = (Fingerprint(id), name.isEmpty ? nil : Fingerprint(name))
    }
    guard let found else { return nil }
    (id, name) = found
  }
}
