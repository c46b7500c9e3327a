import Scan

extension InputSample {
  /// Whether its first object is a row of a changelog.
  var isChangeRow: Bool {
    // BigQuery omits nulls, such as the data of a deleted document, and an odd row lacks more.
    let others = [ChangeRow.Column.timestamp, .operation, .data].filter { has($0.rawValue) }
    return kind(of: ChangeRow.Column.name.rawValue) == .string && others.count > 1
  }
}
