import Jokes
import Scan
import SystemIO

/// The operations that depend on a dump's file format: indexing containers, reading values, and
/// turning changes into edits. `DefaultsDump` has the common part.
protocol DumpForm: Sendable {
  /// The index of the top level.
  var top: DumpIndex { get }

  /// The index of a top-level value that is a dictionary or an array, as asked; otherwise nil.
  func container(
    of member: DumpIndex.Member, isDictionary: Bool
  ) throws(DefaultsDumpError) -> DumpIndex?
  func value(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DefaultsValue
  /// The range of a number whose bytes are its decimal spelling; nil if only `value` has it.
  func number(of member: DumpIndex.Member) -> Range<Int>?
  /// The rating of a member, or the label under which it is counted.
  func reading(of member: DumpIndex.Member) throws(DefaultsDumpError) -> RatingReading
  /// The value of a number; nil if the member is not a number or exceeds a `Double`.
  func double(of member: DumpIndex.Member) throws(DefaultsDumpError) -> Double?
  /// The bytes in a value, or the reason why it has none.
  func data(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DefaultsData
  /// The dump with exactly these changes made.
  func edited(making changes: DefaultsChanges) throws(DefaultsDumpError) -> EditedDump
}

extension DumpForm {
  var bytes: [UInt8] { top.text }

  func number(of member: DumpIndex.Member) -> Range<Int>? { nil }

  func reading(of member: DumpIndex.Member) throws(DefaultsDumpError) -> RatingReading {
    guard let number = number(of: member) else { return try value(of: member).reading }
    return RatingReading(number: bytes.span.extracting(number))
  }

  func double(of member: DumpIndex.Member) throws(DefaultsDumpError) -> Double? {
    guard let number = number(of: member) else { return try value(of: member).number?.double }
    return JSONNumber.double(of: number, in: bytes.span)
  }

  /// The error of setting bytes in a value that holds none.
  func noData(in key: String, at byteOffset: Int) -> DefaultsDumpError {
    DefaultsDumpError(.unusable, "'\(key)' does not hold bytes to change", at: byteOffset)
  }
}
