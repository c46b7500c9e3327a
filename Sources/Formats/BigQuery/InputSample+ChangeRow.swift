import Scan

extension InputSample {
  /// Whether its first object is a row of a changelog.
  var isChangeRow: Bool {
    // BigQuery leaves out what is null, and so the data of what was deleted.
    let data = kind(of: ChangeRow.Column.data.rawValue)
    return kind(of: ChangeRow.Column.name.rawValue) == .string
      && kind(of: ChangeRow.Column.operation.rawValue) == .string
      && has(ChangeRow.Column.timestamp.rawValue)
      && (data == nil || data == .string || data == .null)
  }
}
