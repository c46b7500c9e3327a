import Scan

extension InputFormat {
  /// Rows of a table that BigQuery loaded from a managed export: one a line, one after the other, or
  /// in an array.
  package static let bigQueryTable = family(
    "bigquery-table", of: "rows of a table that BigQuery loaded from an export", TableShape(),
    because: "its first document has an object '\(TableShape.keyColumn)'"
  ) {
    // Firestore reserves the name, and no other exporter has it.
    $0.kind(of: TableShape.keyColumn) == .object
  }
}
