package import Formats
import Jokes
import Scan

/// A 64-bit hash of a text, so that millions of them fit into memory.
///
/// The hash has a new random key in each process; among a million texts, two collide once in 10⁷
/// runs.
package struct Fingerprint: Hashable, Sendable {
  /// Never 0, except in a table's free slots.
  let bits: UInt64

  private static let key = KeyedHash()

  /// The fingerprint of a text's UTF-8 bytes, equal only within this process.
  package init(_ text: Span<UInt8>) { bits = max(Self.key.hash(text), 1) }

  /// The fingerprint with these bits.
  init(bits: UInt64) { self.bits = bits }
}

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
