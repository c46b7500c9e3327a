package import Scan
import SystemIO

/// The guards on inputs that options set; tools add guards of their own.
package struct InputGuards {
  private let count: Int?
  private let digest: SHA256.Digest?
  private let age: TimeSpan?
  private let now: Timestamp
  /// The latest modification time among the files of each operand.
  private var newest: [PathKey: Timestamp] = [:]

  /// Checks the options, before an input is read.
  ///
  /// - Parameters:
  ///   - age: the maximal age of the newest file of each operand; nil is any.
  ///   - now: the time that ages are measured from.
  /// - Throws: `UsageError` if the inputs cannot be checked so.
  package init(
    _ arguments: Arguments, _ inputs: InputList, age: TimeSpan? = nil,
    now: Timestamp = .clock
  ) throws {
    count = arguments[.expectCount]
    digest = arguments[.expectDigest]
    self.age = age
    self.now = now
    if digest != nil, inputs.hasDirectory || inputs.inputs.count != 1 {
      let inputs = inputs.hasDirectory ? "an input is a folder" : "there are several"
      throw UsageError("'--expect-sha256' is the digest of one file, and \(inputs)")
    }
    if age != nil, inputs.inputs.contains(where: { $0.status.kind != .regular }) {
      throw UsageError("'--max-input-age' cannot tell the age of a stream")
    }
  }

  /// Whether the input must be hashed.
  var needDigest: Bool { digest != nil }

  /// Notes the age of a file with documents.
  package mutating func enter(_ input: InputList.Input) {
    let modified = input.status.modified
    newest[input.operand] = max(newest[input.operand] ?? modified, modified)
  }

  /// The tolerated difference between the clocks of two machines, in seconds.
  private static let clockDifference: Int64 = 300

  /// Throws if the newest file of an operand is too old, or is dated in the future, which would
  /// keep it new for ever. Only files with documents count.
  package func checkAge(_ facts: RunFacts) throws {
    guard let age else { return }
    let oldest = Timestamp(seconds: now.seconds - Int64(age.seconds))
    let latest = Timestamp(seconds: now.seconds + Self.clockDifference)
    for (operand, time) in newest.map({ ($0.path, $1) }).sorted(by: { $0.0 < $1.0 }) {
      let reading = GuardReading(
        "--max-input-age", "'\(operand)' last written at \(time)", limit: "\(age)",
        isExceeded: time < oldest || latest < time)
      let (problem, advice) =
        time < oldest
        ? ("and --max-input-age allows \(age)", "see why there is no newer export")
        : (
          "which is in the future, and --max-input-age cannot tell its age",
          "see which clock is wrong, here or where it is from"
        )
      try facts.check(
        reading,
        orThrow: GuardViolation(
          message: "'\(operand)' was last written at \(time), \(problem)",
          kept: "the old output was kept", advice: advice))
    }
  }

  /// Checks the digest of an input against `--expect-sha256`.
  package func check(_ found: SHA256.Digest?, of path: String, _ facts: RunFacts) throws {
    guard let digest, let found else { return }
    let reading = GuardReading(
      "--expect-sha256", "\(found)", limit: "\(digest)", isExceeded: found != digest)
    try facts.check(
      reading,
      orThrow: GuardViolation(
        message: "the SHA-256 of '\(path)' is \(found), and --expect-sha256 says \(digest)",
        advice: "get the file again"))
  }

  /// Checks the number of records in all inputs against `--expect-count`.
  package func check(recordCount: Int, _ facts: RunFacts) throws {
    guard let count else { return }
    let reading = GuardReading(
      "--expect-count", Amount.count(recordCount, of: "record"),
      limit: "exactly \(Amount.count(count))", isExceeded: count != recordCount)
    let difference = recordCount.subtractingReportingOverflow(count).partialValue.magnitude
    try facts.check(
      reading,
      orThrow: GuardViolation(
        message:
          "\(Amount.count(recordCount, of: "record")) \(recordCount == 1 ? "was" : "were") read, "
          + "\(Amount.count(Int(clamping: difference))) \(recordCount < count ? "fewer" : "more") "
          + "than --expect-count says",
        advice: "see whether the input is whole, and the right one"))
  }
}
