import Scan
import SystemIO

/// The names of documents.
extension DocumentLayout {
  /// The document's identity; nil if the input lacks it.
  ///
  /// - Parameter path: the keys of the enclosing containers.
  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    switch naming {
    case .key: return keyIdentity(of: record, in: path)
    case .fields: return fieldsIdentity(of: record, parts, in: path)
    case .name:
      guard let name = parts.name else { return parts.problem == nil ? idAlone(of: record) : nil }
      return DocumentIdentity(name: name.string(in: record.text))
    case .nameOrID:
      guard let name = parts.name?.string(in: record.text) else { return nil }
      var identity = DocumentIdentity(name: name)
      if identity == nil, !name.isEmpty, !name.hasSlash { identity = DocumentIdentity(id: name) }
      identity?.updateTime = parts.updateTime?.string(in: record.text)
      return identity
    case .keyPath:
      guard let name = parts.name else { return idAlone(of: record) }
      return KeyPath(name.string(in: record.text)).flatMap {
        DocumentIdentity(name: $0.description)
      }
    case .file:
      guard let id = path.last else { return nil }
      var identity = DocumentIdentity(id: id)
      identity.collection = path.count > 1 ? path.dropLast().joined(separator: "/") : nil
      return identity
    }
  }

  /// The path of the document's collection; nil if the document lacks it.
  func collection(of record: Record, _ parts: DocumentParts, in path: [String]) -> String? {
    switch naming {
    case .key: nil
    case .fields where parts.pathField == nil: nil
    case .fields: NamingFields(of: record).collection(of: record)
    case .name, .nameOrID, .keyPath, .file: identity(of: record, parts, in: path)?.collection
    }
  }

  /// Whether the bytes of the document's path show this collection; false if decoding is necessary.
  func isPlainly(in collection: [UInt8], _ parts: DocumentParts, _ text: Span<UInt8>) -> Bool {
    // BigQuery spells paths differently.
    guard let name = parts.name ?? parts.pathField?.value, !name.isEscaped, naming != .keyPath
    else { return false }
    if let field = parts.pathField, !NamingFields.names(field.value, at: field.number, in: text) {
      return false
    }
    return text.extracting(name.range).isName(ofDocumentIn: collection)
  }

  /// The problem with a reserved name that has a slash and cannot be a document's; nil if there is
  /// none. Other fields may be the document's own, and a key counts more.
  func misnaming(_ parts: DocumentParts, _ record: Record) -> DocumentProblem? {
    guard isFlat, record.key == nil, let (number, name) = parts.pathField,
      number == NamingFields.reservedNumber, !name.range.isEmpty,
      !name.isIDOrName(in: record.text)
    else { return nil }
    return .misnamed(name)
  }

  private func keyIdentity(of record: Record, in path: [String]) -> DocumentIdentity? {
    guard let key = record.key else { return nil }
    var identity = DocumentIdentity(id: key.string(in: record.text))
    if case .collections = arrangement {
      identity.collection = collectionNames(path).joined(separator: "/")
    }
    return identity
  }

  /// The identity from a key without a path.
  private func idAlone(of record: Record) -> DocumentIdentity? {
    guard let member = envelope.first, let key = record.firstValue(of: member.name.description),
      let id = SmallObject(JSONCursor(record.text, at: key.lowerBound))?
        .string("name"), !id.isEmpty
    else { return nil }
    return DocumentIdentity(id: id)
  }
}
