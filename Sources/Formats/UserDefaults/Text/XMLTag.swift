/// The elements of a property list, by name.
enum XMLElement: String {
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
