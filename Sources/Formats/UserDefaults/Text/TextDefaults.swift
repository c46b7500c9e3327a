import Jokes
import Scan
import SystemIO

/// A dump that is text, edited by splicing.
///
/// Nothing but the edited bytes changes; new entries take over the indentation, the line end and the
/// spacing of those beside them.
protocol TextDefaults: DumpForm {
  /// What stands between two entries, besides white space.
  static var separator: [UInt8] { get }
  static func brackets(isDictionary: Bool) -> (open: [UInt8], close: [UInt8])

  var layout: TextLayout { get }

  /// Makes the number there another rating, its spelling kept where one digit says it all.
  func setRating(at range: Range<Int>, to rating: Rating) throws(DefaultsDumpError) -> Edit
  /// Puts other bytes in the place of those that a value holds; nil where it cannot hold them.
  func setData(at range: Range<Int>, to data: [UInt8]) throws(DefaultsDumpError) -> Edit?
  /// Takes members out, whose places ascend; at least one, and as many as all.
  func removal(of places: [Int], from container: DumpIndex) -> [Edit]

  func append(key: Span<UInt8>, to text: inout [UInt8]) throws(DefaultsDumpError)
  func append(string: Span<UInt8>, to text: inout [UInt8]) throws(DefaultsDumpError)
  func append(number: Span<UInt8>, to text: inout [UInt8])
  func token(_ flag: Bool) -> [UInt8]
  func token(_ data: [UInt8]) -> [UInt8]
  /// What stands between a key and its value.
  func link(like sibling: DumpIndex.Member?, in frame: TextFrame) -> [UInt8]
}

extension TextDefaults {
  func edits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit] {
    try TextEditing(form: self, changes: changes, layout: layout).edits()
  }
}
