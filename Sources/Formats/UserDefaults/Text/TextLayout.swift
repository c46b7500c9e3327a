import Scan
import SystemIO

/// How a dump's text is laid out, learnt from its top level, so that new entries look like old ones.
struct TextLayout {
  /// LF or CRLF, whichever comes first; LF where there is none.
  let lineEnd: [UInt8]
  /// One step of indentation.
  let indentStep: [UInt8]
  /// Whether the entries of the top level stand on lines of their own.
  let hasLines: Bool
  /// What follows a separator where entries share a line.
  let gap: [UInt8]

  /// - Parameters:
  ///   - defaultStep: the indentation where the text shows none.
  ///   - spacesEntries: whether a space follows a separator where the text does not show it.
  init(of top: DumpIndex, defaultStep: [UInt8], spacesEntries: Bool) {
    let text = top.text
    let interior = text[top.interior ?? top.range]
    let newline = text.span.firstOffset(of: UInt8(ascii: "\n"))
    let isCRLF = newline.map { $0 > 0 && text[$0 - 1] == UInt8(ascii: "\r") } ?? false
    lineEnd = Array((isCRLF ? "\r\n" : "\n").utf8)
    let lastLead = top.count > 1 ? top.members.last.map { top.lead(of: $0) } : nil
    gap =
      if let lastLead, Self.indentation(lastLead) == nil {
        lastLead
      } else {
        spacesEntries ? [UInt8(ascii: " ")] : []
      }
    guard let first = top.members.first else {
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

  /// What of white space comes after its last line end; nil where it has none.
  static func indentation(_ whitespace: [UInt8]) -> [UInt8]? {
    guard let newline = whitespace.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    return Array(whitespace[(newline + 1)...])
  }

  /// What stands around the entries of a container whose own line begins with an indentation, or
  /// that shares its line with others where that is nil.
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
  /// Before the first entry.
  var first: [UInt8]
  /// Before each further entry, behind the separator.
  var next: [UInt8]
  /// Before the end.
  var closing: [UInt8]
  /// What each entry's line begins with, where entries have lines of their own.
  var indentation: [UInt8]?
}
