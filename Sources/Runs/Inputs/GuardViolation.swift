package import Scan
import SystemIO

/// A guard that found the result suspicious: nothing is published, but what went to a stream already.
package struct GuardViolation: UnpublishedFailure {
  package let message: String
  private let kept: String
  private let advice: String
  var isTooLate = false

  /// - Parameters:
  ///   - kept: what the guard has kept from being lost, as a sentence.
  ///   - advice: what to do next.
  package init(message: String, kept: String = "nothing was published", advice: String) {
    self.message = message
    self.kept = kept
    self.advice = advice
  }

  package var hint: String? { "\(fate(orElse: kept)); \(advice)" }

  package var kind: FailureKind { .guardTripped }
}

extension GuardViolation {
  /// Trips where a part of what a run does is more than an option allows.
  ///
  /// - Parameters:
  ///   - option: the option, as in `--max-delete-percent`; without a limit it was not given.
  ///   - things: what the part and the whole are of.
  ///   - deed: what would be done to the part, as in “deleted”.
  package static func check(
    _ part: Int, of whole: Int, _ limit: Percentage?, option: String, things: String = "",
    deed: String
  ) throws(GuardViolation) {
    guard let limit, limit.isExceeded(by: part, of: whole) else { return }
    throw GuardViolation(
      message:
        "\(Amount.count(part)) of \(Amount.count(whole))\(things.isEmpty ? "" : " " + things) "
        + "would be \(deed) "
        + "(\(limit.excess(of: part, in: whole))); the limit of \(option) is \(limit)",
      advice: "look at a dry run, or allow more")
  }
}
