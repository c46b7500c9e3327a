package import Scan

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

  /// The full name of a document.
  package struct Name: Sendable {
    fileprivate let beginning: Beginning
    fileprivate let end: String

    package init(_ name: String) { self.init(Beginning(""), name) }

    /// A name in two consecutive parts.
    init(_ beginning: Beginning, _ end: String) { (self.beginning, self.end) = (beginning, end) }

    /// The common beginning of many names, encoded once.
    struct Beginning: Sendable {
      /// The beginning of the JSON string.
      fileprivate let json: [UInt8]

      init(_ text: String) {
        var json = ScratchBytes()
        json.append(UInt8(ascii: "\""))
        json.appendEscaped(text)
        self.json = json.span.copied
      }
    }
  }

  /// A top-level field, spelled once for all writes.
  ///
  /// A class, so that a copy counts one reference.
  package final class Field: Sendable {
    let name: String
    /// The key of its member, with the colon.
    fileprivate let key: [UInt8]
    /// The path in a mask, as a JSON string: unquoted for a simple name, otherwise in backquotes.
    fileprivate let path: [UInt8]

    package init(_ name: String) {
      self.name = name
      key = Self.spelled(name) + [UInt8(ascii: ":")]
      let escaped = name.flatMap { $0 == "`" || $0 == "\\" ? ["\\", $0] : [$0] }
      path = Self.spelled(name.isSimpleFieldName ? name : "`" + String(escaped) + "`")
    }

    private static func spelled(_ text: String) -> [UInt8] {
      var json = ScratchBytes()
      json.appendJSONString(text)
      return json.span.copied
    }
  }

  /// A field and its typed value; nil deletes the field.
  package typealias Assignment = (field: Field, value: [UInt8]?)

  /// Writes an update of one or two fields of a document.
  ///
  /// - Parameter serverTimestampField: a field that the server sets to the request time.
  package static func update(
    _ name: Name, _ first: Assignment, and second: Assignment? = nil,
    if precondition: Precondition, serverTimestampField: Field? = nil,
    to text: inout ScratchBytes
  ) {
    text.append(updateOpening)
    text.append(name)
    text.append(#","fields":{"#)
    if let value = first.value {
      text.append(first.field.key)
      text.append(value)
    }
    if let second, let value = second.value {
      if first.value != nil { text.append(",") }
      text.append(second.field.key)
      text.append(value)
    }
    text.append(#"}},"updateMask":{"fieldPaths":["#)
    text.append(first.field.path)
    if let second {
      text.append(",")
      text.append(second.field.path)
    }
    text.append("]}")
    if let serverTimestampField {
      text.append(#","updateTransforms":[{"fieldPath":"#)
      text.append(serverTimestampField.path)
      text.append(#","setToServerValue":"REQUEST_TIME"}]"#)
    }
    text.append(precondition)
  }

  /// Writes a deletion of a document.
  package static func delete(
    _ name: Name, if precondition: Precondition, to text: inout ScratchBytes
  ) {
    text.append(deleteOpening)
    text.append(name)
    text.append(precondition)
  }

  /// The name of the database that a write is for; empty if its document's name is not full.
  @_lifetime(copy write)
  package static func database(of write: Span<UInt8>) -> Span<UInt8> {
    for opening in openings where write.begins(with: opening) {
      let name = write.extracting(opening.count + 1..<write.count)
      return name.extracting(0..<max(0, name.pathStart - "/documents/".utf8.count))
    }
    return write.extracting(0..<0)
  }

  private static let updateOpening = Array(#"{"update":{"name":"#.utf8)
  private static let deleteOpening = Array(#"{"delete":"#.utf8)
  private static let openings = [updateOpening, deleteOpening]

  /// Writes a creation of a document that must not exist.
  ///
  /// - Parameter fields: the typed `fields` object.
  package static func create(_ name: Name, fields: [UInt8], to text: inout ScratchBytes) {
    text.append(updateOpening)
    text.append(name)
    text.append(#","fields":"#)
    text.append(fields)
    text.append("}")
    text.append(.exists(false))
  }
}

extension ScratchBytes {
  fileprivate mutating func append(_ name: DocumentWrite.Name) {
    append(name.beginning.json)
    appendEscaped(name.end)
    append(UInt8(ascii: "\""))
  }

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
    guard let first = utf8.first, !isDigit(first) else { return false }
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
