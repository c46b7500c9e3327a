import Scan
import SystemIO

/// The layout of a dump's text, inferred from its top level, so that new entries look like old
/// ones.
struct TextLayout {
  /// LF or CRLF, like the first line end; LF if there is none.
  let lineEnd: [UInt8]
  /// One step of indentation.
  let indentStep: [UInt8]
  /// Whether each top-level entry has its own line.
  let hasLines: Bool
  /// The white space after a separator between entries on one line.
  let gap: [UInt8]

  /// - Parameters:
  ///   - defaultStep: the indentation step if the text shows none.
  ///   - spacesEntries: whether a space follows separators if the text shows none.
  init(of top: DumpIndex, defaultStep: [UInt8], spacesEntries: Bool) {
    let text = top.text
    let interior = text[top.interior ?? top.range]
    let newline = text.span.firstOffset(of: UInt8(ascii: "\n"))
    let isCRLF = newline.map { $0 > 0 && text[$0 - 1] == UInt8(ascii: "\r") } ?? false
    lineEnd = isCRLF ? [0x0D, 0x0A] : [0x0A]
    let lastLead = top.count > 1 ? top.last.map { top.lead(of: $0) } : nil
    gap =
      if let lastLead, Self.indentation(lastLead) == nil {
        lastLead
      } else {
        spacesEntries ? [UInt8(ascii: " ")] : []
      }
    guard let first = top.first else {
      hasLines = interior.contains(UInt8(ascii: "\n"))
      indentStep = defaultStep
      return
    }
    let lead = Self.indentation(top.lead(of: first))
    let closing = Self.indentation(
      Array(text[top.whitespace(before: interior.endIndex)]))
    hasLines = lead != nil
    indentStep =
      if let lead, !lead.isEmpty, let closing, lead.starts(with: closing) {
        Array(lead.dropFirst(closing.count))
      } else {
        defaultStep
      }
  }

  /// The white space after the last line end; nil if there is no line end.
  static func indentation(_ whitespace: [UInt8]) -> [UInt8]? {
    guard let newline = whitespace.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    return Array(whitespace[(newline + 1)...])
  }

  /// The white space around a container's entries.
  ///
  /// - Parameter indentation: the indentation of the container's line; nil if it shares a line.
  func frame(within indentation: [UInt8]?) -> TextFrame {
    guard let indentation else {
      return TextFrame(first: [], next: gap, closing: [], indentation: nil)
    }
    let inner = indentation + indentStep
    return TextFrame(
      first: lineEnd + inner, next: lineEnd + inner, closing: lineEnd + indentation,
      indentation: inner)
  }
}

/// The white space of one container.
struct TextFrame {
  /// The white space before the first entry.
  var first: [UInt8]
  /// The white space before each further entry, after the separator.
  var next: [UInt8]
  /// The white space before the closing bracket or tag.
  var closing: [UInt8]
  /// The indentation of each entry's line; nil if entries share a line.
  var indentation: [UInt8]?
}
