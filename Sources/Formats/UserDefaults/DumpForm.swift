import Jokes
import Scan
import SystemIO

/// What a kind of dump does in its own way: index its containers, read values, and turn changes into
/// edits. What is the same for all kinds stands in `DefaultsDump`.
protocol DumpForm: Sendable {
  var bytes: [UInt8] { get }
  /// The top level.
  var top: DumpIndex { get }

  /// The dictionary that the value of a top-level key is; nil where it is something else.
  ///
  /// - Throws: where a key comes twice in it, or is no string.
  func dictionary(
    of member: DumpIndex.Member, _ key: String
  ) throws(DefaultsDumpError) -> DumpIndex?
  /// The array that a top-level value is; nil where it is something else.
  func array(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DumpIndex?
  func value(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DefaultsValue
  /// Lends the bytes of a member that is a string; false where it is none.
  func lendString(
    of member: DumpIndex.Member, _ body: (Span<UInt8>) -> Void
  ) throws(DefaultsDumpError) -> Bool
  /// Lends a member that is a number, in decimal digits; false where it is none.
  func lendNumber(
    of member: DumpIndex.Member, _ body: (Span<UInt8>) -> Void
  ) throws(DefaultsDumpError) -> Bool
  /// The bytes that a value holds, or why it holds none.
  func data(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DefaultsData
  /// The edits of the bytes that make these changes, and no others.
  func edits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit]
}

extension DumpForm {
  func lendString(
    of member: DumpIndex.Member, _ body: (Span<UInt8>) -> Void
  ) throws(DefaultsDumpError) -> Bool {
    guard case .string(let text) = try value(of: member) else { return false }
    let bytes = Array(text.utf8)
    body(bytes.span)
    return true
  }

  func lendNumber(
    of member: DumpIndex.Member, _ body: (Span<UInt8>) -> Void
  ) throws(DefaultsDumpError) -> Bool {
    guard case .number(let number) = try value(of: member) else { return false }
    let bytes = Array(number.spelling.utf8)
    body(bytes.span)
    return true
  }

  /// The rating that a member is, or the label under which it is counted.
  func reading(of member: DumpIndex.Member) throws(DefaultsDumpError) -> RatingReading {
    var reading = RatingReading.rating(.five)
    if try lendNumber(of: member, { reading = RatingReading(number: $0) }) { return reading }
    return try value(of: member).reading
  }

  /// The error that an edit asks for other bytes where there are none.
  func noData(in key: String, at byteOffset: Int) -> DefaultsDumpError {
    DefaultsDumpError(.unusable, "'\(key)' does not hold bytes to change", at: byteOffset)
  }
}
