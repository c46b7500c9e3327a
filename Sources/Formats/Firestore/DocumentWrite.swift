package import Scan

/// Writers for one write of a commit request.
///
/// The spelling is the JSON of `Write` in the REST API (Firestore reference, v1).
package enum DocumentWrite {
  /// A condition on the document; the server refuses the write if it does not hold.
  package enum Precondition: Sendable {
    case exists(Bool)
    /// The document has not changed since this time, in the export's spelling.
    case updateTime(String)
  }

  /// The full name of a document, in two parts.
  package struct Name: Sendable {
    let beginning: String
    let end: String

    /// A name made of a beginning, an id that is escaped, and an end.
    package init(_ beginning: String, _ end: String = "") {
      (self.beginning, self.end) = (beginning, end)
    }
  }

  /// Writes an update of some fields of a document.
  ///
  /// - Parameters:
  ///   - fields: typed values by name; nil deletes the field.
  ///   - serverTimestampField: a field that the server sets to the request time.
  package static func update(
    _ name: Name, fields: [(name: String, value: [UInt8]?)], if precondition: Precondition,
    serverTimestampField: String? = nil, to writer: inout JSONWriter
  ) {
    writer.object { write in
      write.key(plain: "update")
      write.object { document in
        document.key(plain: "name")
        document.string(name.beginning, name.end)
        document.key(plain: "fields")
        document.object { object in
          for field in fields {
            guard let value = field.value else { continue }
            object.key(field.name)
            object.raw(value)
          }
        }
      }
      write.key(plain: "updateMask")
      write.object { mask in
        mask.key(plain: "fieldPaths")
        mask.array { paths in for field in fields { paths.string(fieldPath(field.name)) } }
      }
      if let serverTimestampField { write.serverTimestamp(field: fieldPath(serverTimestampField)) }
      write.condition(precondition)
    }
  }

  /// Writes a deletion of a document.
  package static func delete(
    _ name: Name, if precondition: Precondition, to writer: inout JSONWriter
  ) {
    writer.object { write in
      write.key(plain: "delete")
      write.string(name.beginning, name.end)
      write.condition(precondition)
    }
  }

  /// Writes a creation of a document that must not exist.
  ///
  /// - Parameter fields: the typed `fields` object.
  package static func create(_ name: Name, fields: [UInt8], to writer: inout JSONWriter) {
    writer.object { write in
      write.key(plain: "update")
      write.object { document in
        document.key(plain: "name")
        document.string(name.beginning, name.end)
        document.key(plain: "fields")
        document.raw(fields)
      }
      write.condition(.exists(false))
    }
  }

  /// The path of a top-level field: unquoted for a simple name, otherwise in backquotes.
  private static func fieldPath(_ name: String) -> String {
    let isSimple =
      name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      } && name.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
    if isSimple { return name }
    let escaped = name.flatMap { $0 == "`" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "`" + String(escaped) + "`"
  }
}

extension JSONWriter {
  /// Writes the member that makes the server set a field to the request time.
  ///
  /// - Parameter path: the field's path, as in an update mask.
  mutating func serverTimestamp(field path: String) {
    key("updateTransforms")
    array { transforms in
      transforms.object { transform in
        transform.member("fieldPath", path)
        transform.member("setToServerValue", "REQUEST_TIME")
      }
    }
  }

  fileprivate mutating func condition(_ precondition: DocumentWrite.Precondition) {
    key(plain: "currentDocument")
    object { condition in
      switch precondition {
      case .exists(let exists):
        condition.key(plain: "exists")
        condition.boolean(exists)
      case .updateTime(let moment): condition.member("updateTime", moment)
      }
    }
  }
}
