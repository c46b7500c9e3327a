import Scan
import SystemIO

/// Documents as BigQuery prints the rows of a table that it loaded from a managed export (source
/// format `DATASTORE_BACKUP`): the fields are columns, and `__key__` tells the document's path
/// (BigQuery, “Loading data from Firestore exports”).
///
///     {"__key__":{"path":"\"rating_events\", \"ID\"","name":"ID",…},"__has_error__":false,…}
struct TableShape: DocumentShape {
  static let keyColumn = "__key__"
  private static let pathMember = "path"
  private static let errorColumn = "__has_error__"
  /// The columns that are no fields.
  static let ownColumns = [keyColumn, "__error__", errorColumn]

  private static let keyKey = Array(keyColumn.utf8)
  private static let pathKey = Array(pathMember.utf8)
  private static let errorKey = Array(errorColumn.utf8)

  var spelling: FieldSpelling { .columns }
  var isReadOnly: Bool { true }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts(fields: cursor.offset)
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(Self.keyKey, in: cursor.text) {
        parts.meet(key, 1)
        try parts.readName(of: key, in: Self.pathKey, 2, &cursor)
      } else if key.equals(Self.errorKey, in: cursor.text) {
        parts.meet(key, 4)
        let value = try cursor.skipValue()
        let isError = ["true", "\"true\""].contains(cursor.text.extracting(value).text)
        if isError { parts.object(to: key, .incomplete) }
      } else {
        try cursor.skipValue()
      }
    }
    return parts
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    guard let name = parts.name else { return Self.idAlone(of: record) }
    return KeyPath(name.string(in: record.text)).flatMap { DocumentIdentity(name: $0.description) }
  }

  /// The document of a key that has lost its path.
  private static func idAlone(of record: Record) -> DocumentIdentity? {
    guard let key = record.firstValue(of: keyColumn),
      let id = SmallObject(JSONCursor(record.text, at: key.lowerBound), memberLimit: 16)?
        .string("name"), !id.isEmpty
    else { return nil }
    return DocumentIdentity(id: id)
  }

  func collection(of record: Record, _ parts: DocumentParts, in path: [String]) -> String? {
    identity(of: record, parts, in: path)?.collection
  }

  // A path is spelled in a way of its own, and never plainly a name.
  func isPlainly(in collection: [UInt8], _ parts: DocumentParts, _ text: Span<UInt8>) -> Bool {
    false
  }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    TableConventions()
  }
}

extension DocumentProblem.Fault {
  fileprivate static let incomplete = Self(
    words: "says that BigQuery could not load all of the document")
}

/// A path as BigQuery spells it: `"rating_events", "ID"`, with a number for an id that is one.
struct KeyPath: CustomStringConvertible {
  /// The path as Firestore has it: `rating_events/ID`.
  let description: String

  /// Nil where it is spelled otherwise.
  init?(_ text: String) {
    var steps: [String] = []
    var rest = text[...]
    while true {
      guard let step = Self.step(&rest) else { return nil }
      steps.append(step)
      if rest.isEmpty { break }
      guard rest.hasPrefix(", ") else { return nil }
      rest.removeFirst(2)
    }
    description = steps.joined(separator: "/")
  }

  /// Takes the next step off: what stands in quotes, or a number.
  private static func step(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
      guard let number = Int64(digits) else { return nil }
      rest = rest[digits.endIndex...]
      return "__id\(number)__"
    }
    let inner = rest.dropFirst()
    // A quote that ends the step is followed by the next step, or by nothing.
    let end = inner.indices.first { index in
      let after = inner[inner.index(after: index)...]
      return inner[index] == "\"" && (after.isEmpty || after.hasPrefix(", "))
    }
    guard let end else { return nil }
    rest = inner[inner.index(after: end)...]
    let step = String(inner[..<end])
    return step.isEmpty || step.hasSlash ? nil : step
  }
}
