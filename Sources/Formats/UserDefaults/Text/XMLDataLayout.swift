/// How the text of a `<data>` is laid out, so that other bytes can be put in its place.
///
/// Foundation breaks base64 into lines of equal width, and indents each.
struct XMLDataLayout {
  private let lead: [UInt8]
  private let trail: [UInt8]
  /// How wide a line is, and what stands between two; nil where all is on one line.
  private let lines: (width: Int, gap: [UInt8])?

  /// Learns it from what stands between the tags.
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

  /// Base64 laid out in the same way.
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
