import Scan
import SystemIO

extension DocumentIdentity {
  /// Looks for the id: the key of the record, else a field of one of the usual names, else the id
  /// that the app makes of device, joke and week. Nil where there is none of them.
  init?(of record: Record) { self.init(of: record, NamingFields(of: record)) }

  /// The same, of a record whose fields were read already.
  init?(of record: Record, _ fields: NamingFields) {
    var found: DocumentIdentity?
    fields.withName(of: record) { id, name, field in
      found = DocumentIdentity(id: id.text)
      found?.name = name.isEmpty ? nil : name.text
      found?.field = field.map { NamingFields.idFields[$0] }
    }
    guard let found else { return nil }
    self = found
    collection = fields.path.flatMap { path in
      DocumentIdentity(name: path.value.string(in: record.text))?.collection
    }
    guard let spelled = record.key ?? fields.explicit?.value else { return }
    // Where it is a path, the id is the end of it.
    let isWhole = spelled.range.count == id.utf8.count
    if isWhole, fields.makeEventID(spelledAs: spelled, in: record.text) { return }
    if let derived = fields.eventID(in: record.text), derived != Array(id.utf8) {
      contradictedBy = String(decoding: derived, as: UTF8.self)
    }
  }
}

extension NamingFields {
  /// Lends the id of the record's document and, where it has one, its full name, with the number of the
  /// field that holds them; neither where nothing says what it is called.
  func withName(
    of record: Record, _ body: (_ id: Span<UInt8>, _ name: Span<UInt8>, _ field: Int?) -> Void
  ) {
    let text = record.text
    if let key = record.key {
      key.withUTF8(in: text) { id in
        // Where the reserved name says otherwise, it is a field that no document can have.
        var isSaid = false
        if let path, Self.idFields[path.number] == Self.reservedName {
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

  /// Lends what a field says.
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
  /// Whether the text begins with a project's name, and goes on with its documents.
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
