import Formats
package import Scan

/// A file that the run cannot use, such as an input of another kind or a damaged plan.
package struct UnsuitableInput: ReportableError {
  package let place: Place?
  package let message: String
  package let hint: String?
  package let kind: FailureKind

  package init(
    _ path: String, _ message: String, hint: String?, kind: FailureKind = .badData
  ) {
    self.init(at: Place(file: path), message, hint: hint, kind: kind)
  }

  init(at place: Place?, _ message: String, hint: String?, kind: FailureKind = .badData) {
    self.place = place
    self.message = message
    self.hint = hint
    self.kind = kind
  }

  /// The hint for an export that is given to a tool for dumps.
  package static let exportHint =
    "migrate-ratings and aggregate-top10 take exports; a dump has "
    + DefaultsKey.listing + "; '--format ndjson-dumps' reads lines whose first has none"
}
