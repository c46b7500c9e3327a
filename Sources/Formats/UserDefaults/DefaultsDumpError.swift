/// The error of a dump that cannot be read or edited.
///
/// It has an offset, not a file: the reader adds the path, and line and column for a textual dump.
public struct DefaultsDumpError: Error, Hashable, Sendable {
  /// The two causes of an error. Rules, “Damaged, unusable, unexpected”.
  public enum Cause: Hashable, Sendable {
    /// The bytes are not of the claimed format; only reading throws this.
    case damaged
    /// The dump is well-formed, but a key that the request concerns occurs twice or has a value of
    /// another type, or the dump cannot hold a new value. Operations after reading throw only this.
    case unusable
  }

  /// The cause.
  public var cause: Cause
  /// The reason, a clause in lower case without a full stop.
  public var reason: String
  /// The offset of the fault in the dump.
  public var byteOffset: Int

  /// Makes an error.
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
