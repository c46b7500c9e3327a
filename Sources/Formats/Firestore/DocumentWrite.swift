package import Scan

/// One write of a commit request: what is to happen to one document, and on what condition.
///
/// The spelling is that of the Firestore REST API, `Write` (Firestore reference, v1).
package enum DocumentWrite {
  /// What must hold of the document, or the server refuses the write.
  package enum Precondition: Sendable {
    case exists(Bool)
    /// It was not changed since this moment, spelled as the export spells it.
    case updateTime(String)
  }

  /// What the API calls a document: its full name, in two parts.
  package struct Name: Sendable {
    let beginning: String
    let end: String

    package init(_ beginning: String, _ end: String = "") {
      (self.beginning, self.end) = (beginning, end)
    }
  }

  /// Writes one that changes some fields of a document and leaves the others.
  ///
  /// - Parameters:
  ///   - fields: typed values by name; nil takes the field away.
  ///   - serverTimestampField: a field that the server sets to the time of the request.
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

  /// Writes one that deletes a document.
  package static func delete(
    _ name: Name, if precondition: Precondition, to writer: inout JSONWriter
  ) {
    writer.object { write in
      write.key(plain: "delete")
      write.string(name.beginning, name.end)
      write.condition(precondition)
    }
  }

  /// Writes one that makes a document, where none is.
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

  /// A field's name as a path of one step: plain where it is a simple name, else in backquotes.
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
  /// The member of a write that has the server set a field to the time of the request.
  ///
  /// - Parameter path: the field's path, as a mask spells it.
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
