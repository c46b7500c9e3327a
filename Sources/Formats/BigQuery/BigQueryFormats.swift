import Scan

extension InputFormat {
  /// Rows of the changelog that the extension “Stream Firestore to BigQuery” keeps, or of its view of
  /// the latest state: one a line, one after the other, or in an array.
  package static let bigQuery = family(
    "bigquery", of: "rows of a BigQuery changelog", reading: { .rows($0) },
    because: "its first object is a change to a document"
  ) { sample in
    // BigQuery leaves out what is null, and so the data of what was deleted.
    let data = sample.kind(of: ChangeRow.Column.data.rawValue)
    return sample.kind(of: ChangeRow.Column.name.rawValue) == .string
      && sample.kind(of: ChangeRow.Column.operation.rawValue) == .string
      && sample.has(ChangeRow.Column.timestamp.rawValue)
      && (data == nil || data == .string || data == .null)
  }
}
