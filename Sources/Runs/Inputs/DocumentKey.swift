package import Formats

/// The fingerprints of a document, which show a second reading of it.
package struct DocumentKey: Sendable {
  /// The fingerprint of its id.
  package let id: Fingerprint
  /// The fingerprint of its full name, if it has one.
  let name: Fingerprint?

  /// The key of an event's document; nil if it has no id.
  package init?(of event: borrowing RatingEventDocument) {
    var found: (id: Fingerprint, name: Fingerprint?)?
    event.withName { id, name in
      found = (Fingerprint(id), name.isEmpty ? nil : Fingerprint(name))
    }
    guard let found else { return nil }
    (id, name) = found
  }
}
