import Scan
import SystemIO

extension NamingFields {
  /// Calls a closure with the ID, the full name (empty if unknown) and the index of the field that
  /// holds them. Without an ID the closure is not called.
  func withName(
    of record: Record, _ body: (_ id: Span<UInt8>, _ name: Span<UInt8>, _ field: Int?) -> Void
  ) {
    let text = record.text
    if let key = record.key {
      key.withUTF8(in: text) { id in
        // A reserved name that contradicts the key is an ordinary, invalid field.
        var isSaid = false
        if let path, path.number == Self.reservedNumber {
          Self.withName(path, in: text) { said, name, field in
            isSaid = said.isEqual(to: id)
            if isSaid { body(said, name, field) }
          }
        }
        if !isSaid { body(id, Span(), nil) }
      }
    } else if let explicit {
      Self.withName(explicit, in: text, body)
    } else if let derived = eventID(in: text) {
      body(derived.span, Span(), nil)
    }
  }

  /// The collection that the most explicit path tells; nil without one.
  ///
  /// Beside another field that holds the ID, it counts if it ends with that ID, and beside a key, if
  /// it is the reserved name and ends with the key: a document may have an ordinary field `path`.
  func collection(of record: Record) -> String? {
    let text = record.text
    guard let path, let explicit,
      let named = DocumentIdentity(name: path.value.string(in: text))
    else { return nil }
    let counts =
      if let key = record.key {
        path.number == Self.reservedNumber && named.id.hasBytes(of: key.string(in: text))
      } else {
        path.number == explicit.number || named.id.hasBytes(of: explicit.value.string(in: text))
      }
    return counts ? named.collection : nil
  }

  /// The app's ID for device, joke and week, if it differs from the ID.
  func contradictingID(of record: Record) -> String? {
    let text = record.text
    if let key = record.key {
      if makeEventID(spelledAs: key, in: text) { return nil }
    } else if let explicit {
      // The ID is the last part of a path.
      if !Self.isPath(explicit.number), makeEventID(spelledAs: explicit.value, in: text) {
        return nil
      }
    } else {
      return nil
    }
    var found: String?
    withName(of: record) { id, _, _ in
      if let derived = eventID(in: text), !id.isEqual(to: derived.span) {
        found = derived.span.text
      }
    }
    return found
  }

  /// Calls a closure with the ID and the full name in a field.
  private static func withName(
    _ field: (number: Int, value: JSONString), in text: Span<UInt8>,
    _ body: (_ id: Span<UInt8>, _ name: Span<UInt8>, _ field: Int?) -> Void
  ) {
    field.value.withUTF8(in: text) { value in
      guard isPath(field.number),
        let slash = value.lastOffset(of: UInt8(ascii: "/"), before: value.count)
      else { return body(value, Span(), field.number) }
      let id = value.extracting(slash + 1..<value.count)
      body(id, value.isFullName ? value : Span(), field.number)
    }
  }
}

extension Span<UInt8> {
  /// Whether the text begins with `projects/` and contains `/documents/`.
  fileprivate var isFullName: Bool {
    guard holds("projects/", at: 0) else { return false }
    var place = 0
    while let slash = firstOffset(of: UInt8(ascii: "/"), from: place) {
      if holds("/documents/", at: slash) { return true }
      place = slash + 1
    }
    return false
  }
}
