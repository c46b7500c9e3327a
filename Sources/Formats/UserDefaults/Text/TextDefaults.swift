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

  /// Made when it is asked for, because only changed dumps need it.
  var layout: TextLayout { get }

  /// Changes the digit of a rating; nil if the value is not a number with one significant digit,
  /// and a new one replaces it.
  func setRating(at range: Range<Int>, to digit: [UInt8]) throws(DefaultsDumpError) -> Edit?
  /// Replaces the bytes in a value; nil if the value cannot hold them.
  func setData(at range: Range<Int>, to data: [UInt8]) throws(DefaultsDumpError) -> Edit?
  /// Removes members at ascending places; at least one, possibly all.
  func removal(of places: [Int], from container: DumpIndex) -> [Edit]

  /// Appends a key or value.
  ///
  /// - Parameter bytes: the characters of a string, number or boolean; the bytes of data.
  func append(
    _ leaf: TextLeaf, _ bytes: Span<UInt8>, to text: inout ScratchBytes
  ) throws(DefaultsDumpError)
  /// The bytes between a key and its value.
  func link(like sibling: DumpIndex.Member?, in frame: TextFrame) -> [UInt8]
}

/// The types of the keys and values that edits add, by their names in XML.
enum TextLeaf: String {
  case key, string, integer, real, data
  /// `true` or `false`.
  case boolean
}

extension TextDefaults {
  func edited(making changes: DefaultsChanges) throws(DefaultsDumpError) -> EditedDump {
    try TextEditing(form: self, changes: changes, layout: layout).edited()
  }
}
