import JSONText

/// What a document of a plain export is called, and which of its fields says so.
package struct DocumentIdentity: Sendable, Hashable {
  /// The document's id: the last part of its name.
  package var id: String
  /// The full name, `projects/P/databases/D/documents/…`, where the export gives it.
  package var name: String?
  /// The field that holds it, where one does; it was put there by the exporter.
  package var field: String?
  /// The id that the event's own fields make, where it is another.
  package var contradictedBy: String?

  /// Looks for the id: the key of the record, else a field of one of the usual names, else the id
  /// that the app makes of device, joke and week. Nil where there is none of them.
  init?(of record: Record) { self.init(of: record, NamingFields(of: record)) }

  /// The same, of a record whose fields were read already.
  init?(of record: Record, _ fields: NamingFields) {
    let derived = fields.eventID(in: record.text)
    if let key = record.key {
      self.init(id: key.string(in: record.text))
    } else if let (number, value) = fields.explicit {
      self.init(
        field: NamingFields.idFields[number], holding: value.string(in: record.text))
    } else if let derived {
      self.init(id: derived)
    } else {
      return nil
    }
    if let derived, !derived.utf8.elementsEqual(id.utf8) { contradictedBy = derived }
  }

  private init(id: String) { self.id = id }

  private init(field: String, holding text: String) {
    self.init(id: text)
    self.field = field
    if ["__name__", "name", "path"].contains(field), let slash = text.lastIndex(of: "/") {
      id = String(text[text.index(after: slash)...])
      if text.hasPrefix("projects/"), text.contains("/documents/") { name = text }
    }
  }
}
