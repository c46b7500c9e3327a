package import Scan
import SystemIO

/// One message to the user on standard error.
package struct Diagnostic: Sendable, Equatable {
  /// The severity of a message.
  package enum Severity: String, Sendable {
    /// The run fails.
    case error
    /// The run goes on, but its result may be wrong.
    case warning
    /// Information.
    case note
    /// The next step.
    case hint
  }

  /// How grave it is; `--quiet` prints errors only.
  var severity: Severity
  /// The message: lower-case, no full stop, the offending value in single quotes.
  package var message: String
  /// The group of similar messages, as in `unexpected rating`.
  package var kind: String?
  /// Whether it is also in the list that `--rejects` names.
  var isListed = false
  /// The next step, printed as a line of its own.
  package var hint: String?
  /// The number of messages that it stands for.
  package var count: Int?
  /// The place in the input.
  package var place: Place?
  /// The id of the document.
  package var documentID: String?

  package init(
    _ severity: Severity, _ message: String, kind: String? = nil, isListed: Bool = false,
    hint: String? = nil, at place: Place? = nil, documentID: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.kind = kind
    self.isListed = isListed
    self.hint = hint
    self.place = place
    self.documentID = documentID
  }
}
