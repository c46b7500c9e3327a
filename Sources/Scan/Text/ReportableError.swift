/// The ways a run can fail, each with an exit status of its own.
package enum FailureKind: Sendable, Hashable, CaseIterable {
  /// A fault of the program's own.
  case internalError
  /// A guard tripped: the result would have been suspicious, so the old output was kept.
  case guardTripped
  /// The command line is not one the tool takes.
  case usage
  /// The input is damaged, or not what it should be.
  case badData
  /// An input is missing or cannot be opened.
  case noInput
  /// A program that the run needs is not installed.
  case missingProgram
  /// An output cannot be created.
  case cannotCreate
  /// Reading or writing failed on the way.
  case inputOutput
  /// Another run holds the lock.
  case locked
  /// The system refuses access.
  case permission
}

/// An error that a person can be told about: what, where, and what to do next.
package protocol ReportableError: Error, CustomStringConvertible {
  /// What kind of failure this is, and so the exit status.
  var kind: FailureKind { get }
  /// Where it happened, when it happened at a place in an input.
  var place: Place? { get }
  /// The document it happened in, where that has an id.
  var documentID: String? { get }
  /// What happened: lower-case, no full stop, the offending value in single quotes.
  var message: String { get }
  /// What to do next, when there is something to do.
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
