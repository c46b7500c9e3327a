package import Scan
import SystemIO

/// An error for input that violates its format.
package struct DamagedInput: ReportableError {
  /// The expected format.
  package var format: String
  /// The place of the first invalid byte.
  package var place: Place?
  /// What is wrong at that place.
  package var reason: String
  /// The id of the damaged document, if known.
  package var documentID: String?
  /// What to do next, if anything.
  package var hint: String?
  /// The damaged record, if its bounds are known.
  package var record: RejectedRecord?

  package init(
    format: String, place: Place?, reason: String, documentID: String? = nil, hint: String? = nil,
    record: RejectedRecord? = nil
  ) {
    self.format = format
    self.place = place
    self.reason = reason
    self.documentID = documentID
    self.hint = hint
    self.record = record
  }

  package var kind: FailureKind { .badData }
  package var message: String { "not valid \(format): \(reason)" }
}
