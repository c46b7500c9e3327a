package import Scan
import SystemIO

/// A command line that the tool does not accept.
package struct UsageError: Error, Equatable {
  /// The mistake: lower-case, no full stop, the offending word in single quotes.
  package var message: String
  /// The next step, unless that is to read the help.
  package var hint: String?
  /// Whether operands are missing, so that the short help is printed.
  var isLackOfOperands = false
  /// The line of a file of arguments, if the mistake is in one.
  package var place: Place?
  /// The files that it is about.
  package var files: [NamedFile]

  package init(
    _ message: String, hint: String? = nil, at place: Place? = nil, about files: [NamedFile] = []
  ) {
    self.message = message
    self.hint = hint
    self.place = place
    self.files = files
  }
}

extension UsageError: ReportableError {
  package var kind: FailureKind { .usage }
}

/// A file as the command line names it.
package struct NamedFile: Equatable, Sendable, CustomStringConvertible {
  /// The option that names it; nil for an input.
  let option: String?
  let path: String

  package var description: String { "\(option ?? "the input") '\(path)'" }
}
