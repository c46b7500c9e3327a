import Scan
import SystemIO

/// HTML, element by element. No text can leave its element: the names of elements and attributes are
/// closed sets, and each text is escaped.
struct HTMLWriter {
  /// The document so far.
  private(set) var html = ""
  /// Replaces device ids in every text.
  private let redactor: Redactor

  init(_ redactor: Redactor) { self.redactor = redactor }

  /// The elements that pages use.
  enum Element: String {
    case html, head, meta, title, body, header, main, section, div, p, h1, h2
    case table, caption, thead, tbody, tr, th, td, ul, li, dl, dt, dd, code, span, bdi, time
    case details, summary, figure, svg, path, rect, text

    /// Whether a line ends after it, so that the source is readable.
    fileprivate var endsLine: Bool {
      switch self {
      case .code, .span, .bdi, .time, .summary, .text: false
      default: true
      }
    }

    /// Whether it has no content and no end.
    fileprivate var isVoid: Bool { self == .meta }
  }

  /// An attribute with its value.
  struct Attribute {
    fileprivate let name: String
    fileprivate let value: String

    static func style(_ names: PageStyle.Name...) -> Self {
      .init(name: "class", value: names.map(\.rawValue).joined(separator: " "))
    }
    static func id(_ number: Int) -> Self { .init(name: "id", value: "s\(number)") }
    static func labelled(by number: Int) -> Self {
      .init(name: "aria-labelledby", value: "s\(number)")
    }
    static func label(_ text: String) -> Self { .init(name: "aria-label", value: text) }
    static func dateTime(_ text: String) -> Self { .init(name: "datetime", value: text) }
    static func number(_ name: Geometry, _ value: Int) -> Self {
      .init(name: name.rawValue, value: "\(value)")
    }
    static func points(_ path: String) -> Self { .init(name: "d", value: path) }
    static func view(_ width: Int, _ height: Int) -> Self {
      .init(name: "viewBox", value: "0 0 \(width) \(height)")
    }
    /// Stretches a drawing, whatever its proportions.
    static let isStretched = Self(name: "preserveAspectRatio", value: "none")
    static let english = Self(name: "lang", value: "en")
    static let isColumn = Self(name: "scope", value: "col")
    static let isRow = Self(name: "scope", value: "row")
    static let isHidden = Self(name: "aria-hidden", value: "true")
    static let isImage = Self(name: "role", value: "img")
    static let isAtEnd = Self(name: "text-anchor", value: "end")
    static let isUTF8 = Self(name: "charset", value: "utf-8")
    /// The attributes of a `meta` element.
    static func meta(_ name: String, _ content: String) -> [Self] {
      [Self(name: "name", value: name), Self(name: "content", value: content)]
    }
    /// Forbids the page to load or run anything, and any style but the stylesheet, should a text leave
    /// its element in spite of all.
    static let policy = [
      Self(name: "http-equiv", value: "Content-Security-Policy"),
      Self(name: "content", value: "default-src 'none'; style-src 'sha256-\(PageStyle.digest)'"),
    ]
  }

  /// The numbers of a drawing.
  enum Geometry: String {
    case x, y, width, height
  }

  /// Writes an element with what the closure writes.
  mutating func element(
    _ name: Element, _ attributes: [Attribute] = [], _ content: (inout Self) -> Void = { _ in }
  ) {
    html += "<" + name.rawValue
    for attribute in attributes {
      html += " \(attribute.name)=\"\(Self.escaped(shown(attribute.value)))\""
    }
    html += ">"
    if !name.isVoid {
      content(&self)
      html += "</\(name.rawValue)>"
    }
    if name.endsLine { html += "\n" }
  }

  /// Writes an element with a text of the tool's own words.
  mutating func element(_ name: Element, _ attributes: [Attribute] = [], words: String) {
    element(name, attributes) { $0.words(words) }
  }

  /// Writes words of the tool's own.
  mutating func words(_ text: String) { html += Self.escaped(shown(text)) }

  /// Writes a text of the data, whose direction of writing does not affect what is around it.
  ///
  /// - Parameter isCode: whether it is an id, a path or a command.
  mutating func data(_ text: String, isCode: Bool = false) {
    if isCode { return element(.code) { $0.data(text) } }
    element(.bdi) { $0.words(text) }
  }

  /// Writes a text of the data of any length, in an element that is no paragraph: a long one is cut,
  /// and opens in whole.
  mutating func longData(_ text: String, isCode: Bool = false) {
    let scalars = text.unicodeScalars
    let start = String(scalars.prefix(Self.lengthLimit))
    if start.utf8.count == text.utf8.count { return data(text, isCode: isCode) }
    element(.details) { details in
      details.element(.summary) { summary in
        summary.data(start + "…", isCode: isCode)
        summary.words(" (\(Amount.count(scalars.count, of: "character")))")
      }
      details.element(.p) { $0.data(text, isCode: isCode) }
    }
  }

  /// The number of characters above which a text is cut.
  private static let lengthLimit = 160

  /// Writes the stylesheet, the only text that is not escaped.
  mutating func stylesheet() { html += "<style>\(PageStyle.sheet)</style>\n" }

  /// Writes the beginning, by which an older page is recognized.
  mutating func beginning() { html += RunPage.beginning }

  /// The text without device ids if they are redacted, and with control characters, line ends and
  /// direction marks spelled out.
  private func shown(_ text: String) -> String {
    VisibleText.of(redactor.redact(text))
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
