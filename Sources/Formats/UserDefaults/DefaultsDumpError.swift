/// Why a dump cannot be read, or cannot be worked on.
///
/// It knows no file: who read the bytes adds the path, and makes a line and a column of the offset
/// where the kind of dump has lines.
public struct DefaultsDumpError: Error, Hashable, Sendable {
  /// The two ways in which a dump can be wrong. Rules, “Damaged, unusable, unexpected”.
  public enum Cause: Hashable, Sendable {
    /// The bytes are not what they claim to be; only reading a dump finds this.
    case damaged
    /// The dump is well-formed, but what is asked of it cannot be done without guessing; only what
    /// comes after reading finds this.
    case unusable
  }

  /// Which of the two.
  public var cause: Cause
  /// What is wrong: a clause in lower case, without a full stop.
  public var reason: String
  /// The offset of the byte where it is wrong.
  public var byteOffset: Int

  /// An error of either cause.
  public init(_ cause: Cause, _ reason: String, at byteOffset: Int) {
    self.cause = cause
    self.reason = reason
    self.byteOffset = byteOffset
  }
}

extension DefaultsDumpError: CustomStringConvertible {
  /// The place and the reason.
  public var description: String { "byte \(byteOffset): \(reason)" }
}
