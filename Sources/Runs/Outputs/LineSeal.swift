import Scan
import SystemIO

/// The last line of a file of JSON lines: totals, and the SHA-256 of all lines before it, which
/// shows truncation and edits.
package struct LineSeal: ~Copyable, Sendable {
  /// The first bytes of the last line.
  static let beginning = Array("{\"end\":".utf8)

  private var hash = StreamHash()

  package init() {}

  /// Adds whole lines.
  package mutating func enter(_ lines: Span<UInt8>) { hash.update(lines) }

  /// The last line, with its end.
  package func line(_ counts: KeyValuePairs<String, Int>) -> [UInt8] {
    let digest = hash.digest()
    var writer = JSONWriter()
    writer.object { end in
      end.member("end", true)
      for (name, count) in counts { end.member(name, count) }
      end.member("sha256", digest.description)
    }
    return writer.line
  }
}
