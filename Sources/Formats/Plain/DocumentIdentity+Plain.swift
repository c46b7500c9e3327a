import ByteIO
import JSONText

extension DocumentIdentity {
  /// The fields that exporters put an id in, the most explicit first.
  private static let idFields = [
    "id", "_id", "__id__", "docId", "document_id", "documentId", "__name__", "name", "path",
  ]
  private static let pathFields = ["__name__", "name", "path"]
  private static let eventFields = ["device_id", "joke_id", "week_id"]
  /// All of them, and their bytes, by how many these are: no string is made of any other key.
  private static let fieldsByLength = (0...11).map { length in
    (idFields + eventFields).filter { $0.utf8.count == length }.map { ($0, Array($0.utf8)) }
  }

  /// The name of the field that the key names, where it is one of these.
  private static func field(_ key: JSONString, in text: Span<UInt8>) -> String? {
    if key.isEscaped {
      let name = key.string(in: text)
      return idFields.contains(name) || eventFields.contains(name) ? name : nil
    }
    guard key.range.count < fieldsByLength.count else { return nil }
    for (name, utf8) in fieldsByLength[key.range.count] where key.equals(utf8, in: text) {
      return name
    }
    return nil
  }

  /// Looks for the id: the key of the record, else a field of one of the usual names, else the id
  /// that the app makes of device, joke and week. Nil where there is none of them.
  init?(of record: Record) {
    let texts = Self.strings(of: record)
    let parts = Self.eventFields.map { texts[$0] ?? "" }
    let derived = parts.contains("") ? nil : parts.joined(separator: "_")
    if let key = record.key {
      self.init(id: key.string(in: record.text))
    } else if let found = Self.explicit(texts) {
      self = found
    } else if let derived {
      self.init(id: derived)
    } else {
      return nil
    }
    collection =
      Self.pathFields.lazy.compactMap { field in
        texts[field].flatMap { text in
          field == "name" && !text.contains("/documents/") ? nil : DocumentIdentity(name: text)
        }
      }.first?.collection
    if let derived, !derived.utf8.elementsEqual(id.utf8) { contradictedBy = derived }
  }

  private static func explicit(_ texts: [String: String]) -> DocumentIdentity? {
    for field in idFields {
      guard let text = texts[field], !text.isEmpty else { continue }
      if field == "name", !text.contains("/documents/") { continue }
      var identity = DocumentIdentity(id: text)
      identity.field = field
      if pathFields.contains(field), let slash = text.lastIndex(of: "/") {
        identity.id = String(text[text.index(after: slash)...])
        if text.hasPrefix("projects/"), text.contains("/documents/") { identity.name = text }
      }
      return identity
    }
    return nil
  }

  /// The record's string fields that may name it; the first where one occurs twice.
  private static func strings(of record: Record) -> [String: String] {
    var texts: [String: String] = [:]
    var cursor = JSONCursor(record.text, at: record.valueStart)
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      var isFirst = true
      while let key = try cursor.nextMember(&isFirst) {
        guard try cursor.kind() == .string else {
          try cursor.skipValue()
          continue
        }
        let value = try cursor.string()
        if let name = field(key, in: record.text), texts[name] == nil {
          texts[name] = value.string(in: record.text)
        }
      }
    } catch {
      return texts
    }
    return texts
  }
}
