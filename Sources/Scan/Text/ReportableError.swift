/// The kinds of failure, each with its exit status.
package enum FailureKind: Sendable, Hashable, CaseIterable {
  /// An internal error.
  case internalError
  /// A guard stopped the run and kept the old output.
  case guardTripped
  /// A usage error.
  case usage
  /// The input is damaged or of another kind.
  case badData
  /// An input is missing or cannot be opened.
  case noInput
  /// A needed program is not installed.
  case missingProgram
  /// An output cannot be created.
  case cannotCreate
  /// Reading or writing failed.
  case inputOutput
  /// Another run holds the lock.
  case locked
  /// The system refuses access.
  case permission
}

/// An error for the user: what happened, where, and what to do next.
package protocol ReportableError: Error, CustomStringConvertible {
  /// The kind of failure, which gives the exit status.
  var kind: FailureKind { get }
  /// The place in an input, if there is one.
  var place: Place? { get }
  /// The document's id, if it has one.
  var documentID: String? { get }
  /// What happened: lower-case, no full stop, the offending value in single quotes.
  var message: String { get }
  /// What to do next, if anything.
  var hint: String? { get }
}

extension ReportableError {
  package var place: Place? { nil }
  package var documentID: String? { nil }
  package var hint: String? { nil }

  package var description: String {
    place.map { "\($0): \(message)" } ?? message
  }
}
