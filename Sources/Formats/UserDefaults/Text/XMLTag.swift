/// The elements of a property list.
enum XMLElement: String, CaseIterable {
  case plist
  case dict
  case array
  case key
  case string
  case integer
  case real
  case `true`
  case `false`
  case data
  case date

  private static let names = allCases.map { ($0, Array($0.rawValue.utf8)) }

  /// The element with the name in this range, or nil.
  ///
  /// By the bytes: a string for each tag took a sixth more instructions.
  init?(named range: Range<Int>, in text: Span<UInt8>) {
    for (element, name) in Self.names where name.count == range.count {
      if name.indices.allSatisfy({ name[$0] == text[range.lowerBound + $0] }) {
        self = element
        return
      }
    }
    return nil
  }
}

/// A tag of an XML text.
struct XMLTag {
  enum Form {
    case start
    case end
    /// An empty-element tag, `<dict/>`.
    case empty
  }

  var element: XMLElement
  var form: Form
  /// The range from `<` to `>`, inclusive.
  var range: Range<Int>
}
