/// A place in an input: the file, the line and column that an editor shows, and the byte offset.
package struct Place: Hashable, Sendable {
  /// The path as the user wrote it, or `<stdin>`.
  package var file: String
  /// The line, from 1, where the format has lines.
  package var line: Int?
  /// The column in bytes, from 1.
  package var column: Int?
  /// The offset of the byte, from 0.
  package var byte: Int?

  package init(file: String, line: Int? = nil, column: Int? = nil, byte: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.byte = byte
  }
}

extension Place: CustomStringConvertible {
  package var description: String {
    var text = file
    if let line { text += ":\(line)" }
    if let column { text += ":\(column)" }
    if let byte { text += " (byte \(byte))" }
    return text
  }
}
