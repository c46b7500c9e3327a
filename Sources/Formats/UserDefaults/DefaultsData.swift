/// A value of a dump that holds bytes.
///
/// Property lists have a data type. JSON has none: bytes are a string in base64, or, if they are
/// JSON themselves, a nested value.
public struct DefaultsData: Hashable, Sendable {
  /// The decoded value.
  public enum Content: Hashable, Sendable {
    /// The bytes.
    case bytes([UInt8])
    /// The value holds no bytes; the reason completes “it is kept, because”.
    case unreadable(String)
  }

  /// The bytes, or the reason why there are none.
  public var content: Content
  /// The offset of the value in the dump.
  public var byteOffset: Int
  /// The offset of the bytes in the dump, if they stand there undecoded.
  public var contentOffset: Int?
}
