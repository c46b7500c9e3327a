import Scan
import SystemIO

/// One JSON line of the log, with its members in the order of adding.
///
/// Its strings have an escape of their own because a terminal may show the line: `JSONWriter` leaves
/// control characters beyond ASCII and direction marks as they are.
struct LogLine: ~Copyable {
  private var json = JSONWriter()

  /// Creates a line with the members that all lines have.
  init(time: Timestamp, tool: String, level: String, message: String) {
    json.beginObject()
    add("schema_version", 1)
    add("time", "\(time)")
    add("tool", tool)
    add("level", level)
    add("message", message)
  }

  /// The line, with its end.
  consuming func text() -> String {
    json.endObject()
    return String(decoding: json.line, as: UTF8.self)
  }

  /// Adds a string; nil adds nothing.
  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    json.key(name)
    json.raw(Self.quoted(value))
  }

  /// Adds a number; nil adds nothing.
  mutating func add(_ name: String, _ value: Int?) { json.optionalMember(name, value) }

  /// Adds a truth value.
  mutating func add(_ name: String, _ value: Bool) { json.member(name, value) }

  /// Escapes what JSON requires, and what would affect a terminal.
  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case _ where VisibleText.steersTerminal(scalar):
        quoted += "\\u" + String(scalar.value, digits: 4, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    } + "\""
  }
}
