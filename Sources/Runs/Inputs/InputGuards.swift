package import Scan
import SystemIO

/// What an input must be for its result to be published, as the options say; other guards are the
/// tools' own.
package struct InputGuards {
  private let count: Int?
  private let digest: SHA256.Digest?
  private let age: TimeSpan?
  private let now: Timestamp
  /// When the newest file of each operand was last written.
  private var newest: [PathKey: Timestamp] = [:]

  /// Checks that the options can be met, before an input is read.
  ///
  /// - Parameters:
  ///   - age: how old the newest file of each operand may be; nil is any age.
  ///   - now: when that is asked.
  package init(
    _ arguments: Arguments, _ inputs: InputList, age: TimeSpan? = nil,
    now: Timestamp = .clock
  ) throws {
    count = arguments[.expectCount]
    digest = arguments[.expectDigest]
    self.age = age
    self.now = now
    if digest != nil, inputs.hasDirectory || inputs.inputs.count != 1 {
      throw UsageError("'--expect-sha256' is the digest of one file, and there are several")
    }
    if age != nil, inputs.inputs.contains(where: { $0.status.kind != .regular }) {
      throw UsageError("'--max-input-age' cannot tell the age of a stream")
    }
  }

  /// Whether the digest of the input is needed.
  package var needDigest: Bool { digest != nil }

  /// Takes note of a file that documents were read from.
  package mutating func enter(_ input: InputList.Input) {
    let modified = input.status.modified
    newest[input.operand] = max(newest[input.operand] ?? modified, modified)
  }

  /// Clocks of two machines may differ by so many seconds.
  private static let clockDifference: Int64 = 300

  /// Throws where the newest file of an operand is too old, or of a time that is still to come, which
  /// would make it new for ever; files that are no data do not count.
  package func checkAge() throws {
    guard let age else { return }
    let oldest = Timestamp(seconds: now.seconds - Int64(age.seconds))
    let latest = Timestamp(seconds: now.seconds + Self.clockDifference)
    for (operand, time) in newest.map({ ($0.path, $1) }).sorted(by: { $0.0 < $1.0 }) {
      if time < oldest {
        throw GuardViolation(
          message: "'\(operand)' was last written at \(time), and --max-input-age allows \(age)",
          kept: "the old output was kept", advice: "see why there is no newer export")
      }
      if latest < time {
        throw GuardViolation(
          message: "'\(operand)' was last written at \(time), which is still to come, and "
            + "--max-input-age cannot tell its age",
          kept: "the old output was kept",
          advice: "see which clock is wrong, here or where it is from")
      }
    }
  }

  /// Takes the digest of the input that was read.
  package func check(_ found: SHA256.Digest?, of path: String) throws {
    guard let digest, let found, found != digest else { return }
    throw GuardViolation(
      message: "the SHA-256 of '\(path)' is \(found), and --expect-sha256 says \(digest)",
      advice: "get the file again")
  }

  /// Takes the number of records in all inputs.
  package func check(recordCount: Int) throws {
    guard let count, count != recordCount else { return }
    let difference = recordCount.subtractingReportingOverflow(count).partialValue.magnitude
    throw GuardViolation(
      message: "\(Amount.count(recordCount, of: "record")) were read, "
        + "\(Amount.count(Int(clamping: difference))) \(recordCount < count ? "fewer" : "more") than "
        + "--expect-count says",
      advice: "see whether the input is whole, and the right one")
  }
}
