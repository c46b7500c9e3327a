/// A place in an input: the file, the line and column of an editor, and the byte offset.
package struct Place: Hashable, Sendable {
  /// The path as the user wrote it, or `<stdin>`.
  package var file: String
  /// The line, from 1, if the format has lines.
  package var line: Int?
  /// The column in bytes, from 1.
  package var column: Int?
  /// The offset of the byte, from 0.
  package var byte: Int?
  /// Whether the place is in the decompressed content.
  package var isDecompressed: Bool

  package init(
    file: String, line: Int? = nil, column: Int? = nil, byte: Int? = nil,
    isDecompressed: Bool = false
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.byte = byte
    self.isDecompressed = isDecompressed
  }
}

extension Place: CustomStringConvertible {
  package var description: String {
    var text = file
    if let line { text += ":\(line)" }
    if let column { text += ":\(column)" }
    if let byte { text += " (byte \(byte)\(isDecompressed ? " after decompression" : ""))" }
    return text
  }
}
