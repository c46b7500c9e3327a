package import Scan
import SystemIO

/// A command line that the tool does not take.
package struct UsageError: Error, Equatable {
  /// What is wrong with it: lower-case, no full stop, the offending word in single quotes.
  package var message: String
  /// What to do, where that is more than to read the help.
  package var hint: String?
  /// Whether the tool was called with nothing to work on, so that a short help is of use.
  package var isLackOfOperands = false

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// Too few operands: the tool is told what it would have read.
  package static func noOperand(expecting operand: String) -> UsageError {
    var error = UsageError(
      "no \(operand) given", hint: "standard input is read where an operand is '-'")
    error.isLackOfOperands = true
    return error
  }
}

extension UsageError: ReportableError {
  package var kind: FailureKind { .usage }
}
