import Jokes
import Scan
import SystemIO

/// Edits of XML lists, and the spelling of new values.
extension XMLDefaults {
  static var separator: [UInt8] { [] }

  static func brackets(isDictionary: Bool) -> (open: [UInt8], close: [UInt8]) {
    let name = (isDictionary ? XMLElement.dict : .array).rawValue
    return (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
  }

  func setRating(
    at range: Range<Int>, to digit: [UInt8]
  ) throws(DefaultsDumpError) -> Edit? {
    var cursor = XMLCursor(bytes.span, at: range.lowerBound)
    let tag = try cursor.tag()
    guard tag.element == .integer || tag.element == .real else { return nil }
    let content = try cursor.content(of: tag)
    let token = XMLText.decoded(bytes.span, content)
    // A number of several digits, as an unexpected rating may be, is replaced as a whole.
    guard let offset = XMLNumber(token, isReal: tag.element == .real)?.digitOffset else {
      return Edit(content, digit)
    }
    return Edit(XMLText.spelling(ofDecoded: offset, bytes.span, content), digit)
  }

  func setData(
    at range: Range<Int>, to data: [UInt8]
  ) throws(DefaultsDumpError) -> Edit? {
    var cursor = XMLCursor(bytes.span, at: range.lowerBound)
    let tag = try cursor.tag()
    guard tag.element == .data else { return nil }
    if tag.form == .empty {
      return Edit(range, Array("<data>".utf8) + Base64.encoded(data) + "</data>".utf8)
    }
    let content = try cursor.content(of: tag)
    return Edit(content, XMLDataLayout(of: bytes[content]).text(of: data))
  }

  func removal(of places: [Int], from container: DumpIndex) -> [Edit] {
    if places.count == container.count, !hasComments(container) {
      let name = container.isDictionary ? "dict" : "array"
      return [Edit(container.range, Array("<\(name)/>".utf8))]
    }
    return places.map { place in
      let member = container[place]
      return Edit(container.whitespace(before: member.start).lowerBound..<member.end, [])
    }
  }

  func append(
    _ leaf: TextLeaf, _ bytes: Span<UInt8>, to text: inout ScratchBytes
  ) throws(DefaultsDumpError) {
    let content: [UInt8]
    switch leaf {
    case .boolean:
      text.append("<")
      text.append(bytes)
      return text.append("/>")
    case .integer, .real: content = bytes.copied
    case .data: content = Base64.encoded(bytes.copied)
    case .key, .string:
      guard let encoded = XMLText.encoded(bytes.text) else {
        throw DefaultsDumpError(
          .unusable,
          "'\(bytes.text.debugDescription)' has a character that XML cannot hold",
          at: top.range.upperBound)
      }
      content = encoded
    }
    text.append(Array("<\(leaf.rawValue)>".utf8) + content + "</\(leaf.rawValue)>".utf8)
  }

  func link(like sibling: DumpIndex.Member?, in frame: TextFrame) -> [UInt8] {
    if let sibling {
      let link = bytes[sibling.keyEnd..<sibling.value.lowerBound]
      if link.allSatisfy(isTextWhitespace) { return Array(link) }
    }
    return frame.indentation == nil ? [] : frame.next
  }
}

/// The layout of a `<data>` element's text, to be kept when its bytes change.
///
/// Foundation breaks base64 into indented lines of equal width.
private struct XMLDataLayout {
  private let lead: [UInt8]
  private let trail: [UInt8]
  /// The width of a line and the white space between lines; nil for a single line.
  private let lines: (width: Int, gap: [UInt8])?

  /// Infers the layout from the element's text.
  init(of content: ArraySlice<UInt8>) {
    lead = Array(content.prefix(while: isTextWhitespace))
    let rest = content.dropFirst(lead.count)
    let text = rest.prefix(
      (rest.lastIndex { !isTextWhitespace($0) } ?? rest.startIndex - 1)
        - rest.startIndex + 1)
    trail = Array(rest.dropFirst(text.count))
    let line = text.prefix { !isTextWhitespace($0) }
    let gap = text.dropFirst(line.count).prefix(while: isTextWhitespace)
    lines = gap.isEmpty ? nil : (line.count, Array(gap))
  }

  /// Base64 in this layout.
  func text(of bytes: [UInt8]) -> [UInt8] {
    let spelled = Base64.encoded(bytes)
    guard let (width, gap) = lines else { return lead + spelled + trail }
    var text = lead
    for start in stride(from: 0, to: spelled.count, by: width) {
      if start > 0 { text += gap }
      text += spelled[start..<min(start + width, spelled.count)]
    }
    return text + trail
  }
}
