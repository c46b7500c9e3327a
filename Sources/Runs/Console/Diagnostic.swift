package import Scan
import SystemIO

/// One thing to say to the user on standard error.
package struct Diagnostic: Sendable, Equatable {
  /// How grave it is.
  package enum Severity: String, Sendable, CaseIterable {
    /// The run fails.
    case error
    /// The run goes on, and its result may not be what was hoped for.
    case warning
    /// Something worth knowing.
    case note
    /// What to do next.
    case hint
  }

  package var severity: Severity
  /// What happened: lower-case, no full stop, the offending value in single quotes.
  package var message: String
  /// What it has in common with others, as `unexpected rating`; warnings of one kind are one group.
  package var kind: String?
  /// Whether it is also in the list that `--rejects` names.
  package var isListed = false
  /// What to do about it, printed as a line of its own.
  package var hint: String?
  /// How many there were of its kind, where it stands for them.
  package var count: Int?
  /// Where it happened.
  package var place: Place?
  /// The document it happened in.
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
