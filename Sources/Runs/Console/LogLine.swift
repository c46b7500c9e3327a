import Scan
import SystemIO

/// One JSON line of the log, with its members in the order of adding.
///
/// It has an escape of its own because a terminal may show the line: `JSONWriter` leaves control
/// characters beyond ASCII and direction marks as they are.
struct LogLine {
  private var members: [String]

  /// Creates a line with the members that all lines have.
  init(time: Timestamp, tool: String, level: String, message: String) {
    members = ["\"schema_version\":1"]
    add("time", "\(time)")
    add("tool", tool)
    add("level", level)
    add("message", message)
  }

  /// The line, with its end.
  var text: String { "{" + members.joined(separator: ",") + "}\n" }

  /// Adds a string; nil adds nothing.
  mutating func add(_ name: String, _ value: String?) {
    if let value { members.append("\"\(name)\":\(Self.quoted(value))") }
  }

  /// Adds a number; nil adds nothing.
  mutating func add(_ name: String, _ value: Int?) {
    if let value { members.append("\"\(name)\":\(value)") }
  }

  /// Escapes what JSON requires, and control characters that would affect a terminal.
  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
      switch scalar.value {
      case 0x22: quoted += "\\\""
      case 0x5C: quoted += "\\\\"
      case 0x0A: quoted += "\\n"
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
        quoted += "\\u" + String(scalar.value, digits: 4, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    } + "\""
  }
}
