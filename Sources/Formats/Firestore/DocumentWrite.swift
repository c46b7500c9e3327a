import Scan

/// One write of a commit request: what is to happen to one document, and on what condition.
///
/// The spelling is that of the Firestore REST API, `Write` (Firestore reference, v1).
package struct DocumentWrite: Sendable {
  /// Its JSON.
  package let bytes: [UInt8]

  /// What must hold of the document, or the server refuses the write.
  package enum Precondition: Sendable {
    case exists(Bool)
    /// It was not changed since this moment, spelled as the export spells it.
    case updateTime(String)
  }

  /// Changes some fields of a document and leaves the others.
  ///
  /// - Parameters:
  ///   - fields: typed values by name; nil takes the field away.
  ///   - serverTimestampField: a field that the server sets to the time of the request.
  package static func update(
    _ name: String, fields: [(name: String, value: [UInt8]?)], if precondition: Precondition,
    serverTimestampField: String? = nil
  ) -> DocumentWrite {
    write { write in
      write.key("update")
      write.object { document in
        document.member("name", name)
        document.key("fields")
        document.object { object in
          for field in fields {
            guard let value = field.value else { continue }
            object.key(field.name)
            object.raw(value)
          }
        }
      }
      write.key("updateMask")
      write.object { mask in
        mask.key("fieldPaths")
        mask.array { paths in for field in fields { paths.string(fieldPath(field.name)) } }
      }
      if let serverTimestampField { write.serverTimestamp(field: fieldPath(serverTimestampField)) }
      write.condition(precondition)
    }
  }

  /// Deletes a document.
  package static func delete(_ name: String, if precondition: Precondition) -> DocumentWrite {
    write { write in
      write.member("delete", name)
      write.condition(precondition)
    }
  }

  /// Writes a document whole, where none is.
  ///
  /// - Parameter fields: the typed `fields` object.
  package static func create(_ name: String, fields: [UInt8]) -> DocumentWrite {
    write { write in
      write.key("update")
      write.object { document in
        document.member("name", name)
        document.key("fields")
        document.raw(fields)
      }
      write.condition(.exists(false))
    }
  }

  private static func write(_ members: (inout JSONWriter) -> Void) -> DocumentWrite {
    var writer = JSONWriter()
    writer.object(members)
    return DocumentWrite(bytes: writer.bytes)
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
    key("currentDocument")
    object { condition in
      switch precondition {
      case .exists(let exists):
        condition.key("exists")
        condition.boolean(exists)
      case .updateTime(let moment): condition.member("updateTime", moment)
      }
    }
  }
}
