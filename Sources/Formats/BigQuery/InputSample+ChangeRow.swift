import Scan

extension InputSample {
  /// Whether its first object is a row of a changelog.
  var isChangeRow: Bool {
    // BigQuery omits nulls, such as the data of a deleted document.
    let data = kind(of: ChangeRow.Column.data.rawValue)
    return kind(of: ChangeRow.Column.name.rawValue) == .string
      && kind(of: ChangeRow.Column.operation.rawValue) == .string
      && has(ChangeRow.Column.timestamp.rawValue)
      && (data == nil || data == .string || data == .null)
  }
}
