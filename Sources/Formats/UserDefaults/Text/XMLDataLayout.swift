import Scan

/// The layout of a `<data>` element's text, to be kept when its bytes change.
///
/// Foundation breaks base64 into indented lines of equal width.
struct XMLDataLayout {
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
