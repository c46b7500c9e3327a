import Scan

/// Writers for one write of a commit request.
///
/// The spelling is the JSON of `Write` in the REST API (Firestore reference, v1). A batch has two
/// writes for each change, so they are spelled in literal pieces.
package enum DocumentWrite {
  /// A condition on the document; the server refuses the write if it does not hold.
  package enum Precondition: Sendable {
    case exists(Bool)
    /// The document has not changed since this time, in the export's spelling.
    case updateTime(String)
  }

  /// The full name of a document, spelled once for all of its writes.
  package struct Name: Sendable {
    /// The name as a JSON string.
    fileprivate var json: [UInt8] = []

    package init(_ name: String) { json.appendJSONString(name) }

    /// A name in two parts, one behind the other.
    init(_ beginning: Beginning, _ end: String) {
      json.reserveCapacity(beginning.json.count + end.utf8.count + 1)
      json += beginning.json
      json.appendEscaped(end)
      json.append(UInt8(ascii: "\""))
    }

    /// The beginning that many names have in common.
    struct Beginning: Sendable {
      /// The beginning of the JSON string.
      fileprivate var json = [UInt8(ascii: "\"")]

      init(_ text: String) { json.appendEscaped(text) }
    }
  }

  /// A top-level field, spelled once for all writes.
  package struct Field: Sendable {
    let name: String
    /// The key of its member, with the colon.
    fileprivate let key: [UInt8]
    /// The path in a mask, as a JSON string: unquoted for a simple name, otherwise in backquotes.
    fileprivate let path: [UInt8]

    package init(_ name: String) {
      self.name = name
      var json: [UInt8] = []
      json.appendJSONString(name)
      key = json + [UInt8(ascii: ":")]
      if !name.isSimpleFieldName {
        let escaped = name.flatMap { $0 == "`" || $0 == "\\" ? ["\\", $0] : [$0] }
        json = []
        json.appendJSONString("`" + String(escaped) + "`")
      }
      path = json
    }
  }

  /// Writes an update of some fields of a document.
  ///
  /// - Parameters:
  ///   - fields: typed values; nil deletes the field.
  ///   - serverTimestampField: a field that the server sets to the request time.
  package static func update(
    _ name: Name, fields: [(field: Field, value: [UInt8]?)], if precondition: Precondition,
    serverTimestampField: Field? = nil, to text: inout [UInt8]
  ) {
    text.append(#"{"update":{"name":"#)
    text += name.json
    text.append(#","fields":{"#)
    var isFirst = true
    for case (let field, let value?) in fields {
      if !isFirst { text.append(",") }
      text += field.key
      text += value
      isFirst = false
    }
    text.append(#"}},"updateMask":{"fieldPaths":["#)
    for (index, (field, _)) in fields.enumerated() {
      if index > 0 { text.append(",") }
      text += field.path
    }
    text.append("]}")
    if let serverTimestampField {
      text.append(#","updateTransforms":[{"fieldPath":"#)
      text += serverTimestampField.path
      text.append(#","setToServerValue":"REQUEST_TIME"}]"#)
    }
    text.append(precondition)
  }

  /// Writes a deletion of a document.
  package static func delete(
    _ name: Name, if precondition: Precondition, to text: inout [UInt8]
  ) {
    text.append(#"{"delete":"#)
    text += name.json
    text.append(precondition)
  }

  /// Writes a creation of a document that must not exist.
  ///
  /// - Parameter fields: the typed `fields` object.
  package static func create(_ name: Name, fields: [UInt8], to text: inout [UInt8]) {
    text.append(#"{"update":{"name":"#)
    text += name.json
    text.append(#","fields":"#)
    text += fields
    text.append("}")
    text.append(.exists(false))
  }
}

extension [UInt8] {
  /// Appends the last member of a write, and its brace.
  fileprivate mutating func append(_ precondition: DocumentWrite.Precondition) {
    append(#","currentDocument":{"#)
    switch precondition {
    case .exists(let exists): append(exists ? #""exists":true"# : #""exists":false"#)
    case .updateTime(let moment):
      append(#""updateTime":"#)
      appendJSONString(moment)
    }
    append("}}")
  }
}

extension String {
  fileprivate var isSimpleFieldName: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else {
      return false
    }
    return utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
