import Jokes
import Scan
import SystemIO

/// A textual dump, edited by splicing.
///
/// Only edited bytes change; new entries copy the indentation, line ends and spacing of their
/// neighbours.
protocol TextDefaults: DumpForm {
  /// The separator of entries, without white space.
  static var separator: [UInt8] { get }
  static func brackets(isDictionary: Bool) -> (open: [UInt8], close: [UInt8])

  var layout: TextLayout { get }

  /// Changes a rating; keeps the spelling if it has one significant digit.
  func setRating(at range: Range<Int>, to rating: Rating) throws(DefaultsDumpError) -> Edit
  /// Replaces the bytes in a value; nil if the value cannot hold them.
  func setData(at range: Range<Int>, to data: [UInt8]) throws(DefaultsDumpError) -> Edit?
  /// Removes members at ascending places; at least one, possibly all.
  func removal(of places: [Int], from container: DumpIndex) -> [Edit]

  func append(key: Span<UInt8>, to text: inout ScratchBytes) throws(DefaultsDumpError)
  func append(string: Span<UInt8>, to text: inout ScratchBytes) throws(DefaultsDumpError)
  func append(number: Span<UInt8>, to text: inout ScratchBytes)
  func token(_ rating: Rating) -> [UInt8]
  func token(_ flag: Bool) -> [UInt8]
  func token(_ data: [UInt8]) -> [UInt8]
  /// The bytes between a key and its value.
  func link(like sibling: DumpIndex.Member?, in frame: TextFrame) -> [UInt8]
}

extension TextDefaults {
  func edits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit] {
    try TextEditing(form: self, changes: changes, layout: layout).edits()
  }
}
