import Scan

/// Makers of rows for the table of formats.
extension InputFormat {
  /// Creates a format that is recognised for a fixed reason.
  init(
    _ rawValue: String, _ displayName: String, _ reading: Reading, isReadOnly: Bool = false,
    because reason: String, begins: @escaping @Sendable (borrowing InputSample) -> Bool
  ) {
    self.init(rawValue, displayName, reading, isReadOnly: isReadOnly) { begins($0) ? reason : nil }
  }

  /// The formats of documents of one layout, recognised by its envelope.
  static func family(
    _ name: String, of documents: String, _ layout: DocumentLayout, isReadOnly: Bool = false
  ) -> [InputFormat] {
    let signs = layout.envelope.filter { $0.signKind != nil }.map { "'\($0.name)'" }
    let sign = signs.count == 1 ? "an object \(signs[0])" : signs.joined(separator: " and ")
    return family(
      name, of: documents, { .documents($0, layout) }, isReadOnly: isReadOnly,
      because: "its first document has \(sign)"
    ) { $0.begins(layout) }
  }

  /// The formats of a record in each framing: an array, lines, or a stream.
  ///
  /// - Parameters:
  ///   - name: the name of the format with lines; the others add a suffix.
  ///   - documents: the name of the records in messages.
  ///   - lines: the beginning of the name of the format with lines in messages.
  ///   - reason: the reason for recognising a file.
  ///   - isLine: whether the file's first object has a line to itself.
  ///   - begins: whether it is such a record.
  static func family(
    _ name: String, of documents: String, lines: String = "NDJSON of ",
    _ reading: (Framing) -> Reading, isReadOnly: Bool = false, because reason: String,
    isLine: @escaping @Sendable (borrowing InputSample) -> Bool = { $0.isOneLine },
    begins: @escaping @Sendable (borrowing InputSample) -> Bool
  ) -> [InputFormat] {
    [
      InputFormat(
        name + "-array", "JSON array of " + documents, reading(.array), isReadOnly: isReadOnly,
        because: "it is an array; " + reason
      ) { $0.isArray && begins($0) },
      InputFormat(
        name, lines + documents, reading(.lines), isReadOnly: isReadOnly, because: reason
      ) { $0.isObject && isLine($0) && begins($0) },
      InputFormat(
        name + "-stream", documents, reading(.stream), isReadOnly: isReadOnly, because: reason
      ) { $0.isObject && begins($0) },
    ]
  }

  /// The formats of lists of rejects with one kind of contents.
  ///
  /// Unlike in other families, the first line may be incomplete or damaged: a record may be long,
  /// or a mended line damaged.
  static func lists(
    of records: String, _ contents: Contents, because reason: String
  ) -> [InputFormat] {
    family(
      contents.listName, of: records, lines: "list of ", { .rejects(contents, $0) },
      because: reason, isLine: { $0.isLine }, begins: { $0.isList(of: contents) })
  }
}

extension InputSample {
  /// Whether its first object has the members that identify a document of this layout.
  ///
  /// If the fields are in a member of their own, the object must have no others. A plain document
  /// may have fields of these names, but not only these.
  func begins(_ layout: DocumentLayout) -> Bool {
    layout.envelope.allSatisfy { member in
      member.signKind.map { kind(of: member.name.description) == $0 } ?? true
    } && (!layout.hasFieldsMember || keys.allSatisfy { layout.hasMember($0.name) })
  }
}
