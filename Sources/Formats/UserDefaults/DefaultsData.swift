/// A value of a dump that holds bytes, in the way in which its kind of dump spells them.
///
/// Property lists have data. JSON has none: there it is a string of base64, or, where the bytes are
/// JSON themselves, that value as it stands.
public struct DefaultsData: Hashable, Sendable {
  /// What it was found to be.
  public enum Content: Hashable, Sendable {
    /// The bytes.
    case bytes([UInt8])
    /// No bytes, for a reason that reads on after “it is kept, because”.
    case unreadable(String)
  }

  /// The bytes, or why there are none.
  public var content: Content
  /// Where the value begins in the dump.
  public var byteOffset: Int
  /// Where the bytes themselves begin in the dump, where they stand in it one by one.
  public var contentOffset: Int?
}
