package import Scan
import SystemIO

/// Input that is not what it claims to be, from some byte on.
package struct DamagedInput: ReportableError {
  /// The format it was taken for.
  package var format: String
  /// The place of the first byte that cannot be.
  package var place: Place?
  /// What is wrong there.
  package var reason: String
  package var documentID: String?
  package var hint: String?
  /// The damaged record, where it can be told from what is around it.
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
