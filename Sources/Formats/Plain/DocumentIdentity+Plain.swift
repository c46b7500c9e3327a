import ByteIO
import JSONText

extension DocumentIdentity {
  /// Looks for the id: the key of the record, else a field of one of the usual names, else the id
  /// that the app makes of device, joke and week. Nil where there is none of them.
  init?(of record: Record) { self.init(of: record, NamingFields(of: record)) }

  /// The same, of a record whose fields were read already.
  init?(of record: Record, _ fields: NamingFields) {
    if let key = record.key {
      let id = key.string(in: record.text)
      self.init(id: id)
      if let (number, value) = fields.path,
        NamingFields.idFields[number] == NamingFields.reservedName
      {
        let said = Self(
          field: NamingFields.reservedName, holding: value.string(in: record.text))
        // Where it says otherwise, it is a field that no document can have.
        if said.id.utf8.elementsEqual(id.utf8) { self = said }
      }
    } else if let (number, value) = fields.explicit {
      self.init(
        field: NamingFields.idFields[number], holding: value.string(in: record.text))
    } else if let derived = fields.eventID(in: record.text) {
      self.init(id: String(decoding: derived, as: UTF8.self))
    } else {
      return nil
    }
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

  private init(field: String, holding text: String) {
    self.init(id: text)
    self.field = field
    if NamingFields.pathFields.contains(field),
      let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    {
      id = String(Substring(text.utf8[text.utf8.index(after: slash)...]))
      if text.startsWithBytes(of: "projects/"), text.containsBytes(of: "/documents/") {
        name = text
      }
    }
  }
}
