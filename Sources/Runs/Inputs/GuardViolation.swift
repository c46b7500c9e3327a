package import Scan
import SystemIO

/// A guard's verdict that the result is suspicious: nothing is published, except for what a stream
/// has taken already.
package struct GuardViolation: UnpublishedFailure {
  package let message: String
  private let kept: String
  private let advice: String
  var deed: String?

  /// - Parameters:
  ///   - kept: what the guard has protected, as a sentence.
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
  /// Throws if a share exceeds the limit of an option.
  ///
  /// - Parameters:
  ///   - option: the option, as in `--max-delete-percent`; without it `limit` is nil.
  ///   - things: the noun for the part and the whole.
  ///   - deed: what would happen to the part, as in “deleted”.
  ///   - arguments: those of the run.
  ///   - facts: takes what was measured.
  package static func check(
    _ part: Int, of whole: Int, _ limit: Percentage?, option: String, things: String,
    deed: String, _ arguments: Arguments, _ facts: RunFacts
  ) throws(GuardViolation) {
    guard let limit else { return }
    let reading = GuardReading(option, part, of: whole, "\(things) \(deed)", most: limit)
    try facts.check(
      reading,
      orThrow: GuardViolation(
        message:
          "\(Amount.count(part)) of \(Amount.count(whole)) \(things) would be \(deed) "
          + "(\(limit.excess(of: part, in: whole))); the limit of \(option) is \(limit)",
        advice: advice(without: option, arguments)))
  }

  /// What to do if a result changes much. The guard stops a dry run, too.
  package static func advice(without option: String, _ arguments: Arguments) -> String {
    "look at \(arguments[.dryRun] ? "it" : "a dry run") without \(option), or allow more"
  }
}
