import Scan
import SystemIO

/// What the first element of an XML document is called, as far as its first bytes show.
///
/// A document type names the element, too; what is before either (declaration, comments) is passed over.
enum XMLRoot: Equatable {
  case named(String)
  /// The bytes end before it.
  case unseen
  /// It is no XML.
  case missing

  init(of text: Span<UInt8>) {
    var rest = text
    while true {
      rest = rest.droppingWhitespace
      guard rest.begins(with: "<") else {
        self = rest.isEmpty ? .unseen : .missing
        return
      }
      if rest.begins(with: "<?") {
        rest = rest.dropping(through: "?>")
      } else if rest.begins(with: "<!--") {
        rest = rest.dropping(through: "-->")
      } else {
        let type = "<!DOCTYPE "
        let start = rest.begins(with: type) ? type.utf8.count : 1
        self = .init(name: rest.extracting(start..<rest.count))
        return
      }
    }
  }

  private init(name text: Span<UInt8>) {
    var end = 0
    while end < min(text.count, Self.nameLimit), !Self.endsName(text[end]) { end += 1 }
    let name = text.extracting(0..<end).text
    self = end == text.count ? .unseen : name.isEmpty ? .missing : .named(name)
  }

  private static let nameLimit = 100

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "[")
  }
}

extension Span<UInt8> {
  /// What is behind the white space that it begins with.
  fileprivate var droppingWhitespace: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var start = 0
      while start < count, self[start] <= UInt8(ascii: " ") { start += 1 }
      return extracting(start..<count)
    }
  }

  /// What is behind a text that stands in it; nothing where that does not.
  @_lifetime(copy self)
  fileprivate func dropping(through end: String) -> Span<UInt8> {
    for start in indices where extracting(start..<count).begins(with: end) {
      return extracting(start + end.utf8.count..<count)
    }
    return extracting(count..<count)
  }
}
