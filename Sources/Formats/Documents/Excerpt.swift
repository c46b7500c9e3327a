/// Input text in messages, shortened in the middle if long.
///
/// The end is kept, since the IDs in an export differ in their ends.
package enum Excerpt {
  /// The name of a document, a collection or a field. Never shortened if Firestore accepts it as an
  /// ID (Firestore, “Quotas and limits”), so that it can be searched for.
  package static func name(_ text: some StringProtocol) -> String { of(text, byteLimit: 1500) }

  /// A name that no document can have, in the quotes that mark the text of an input, which `--redact`
  /// hides.
  static func misname(_ text: some StringProtocol) -> String { "\"\(name(text))\"" }

  /// Any other value, in the same quotes.
  static func value(_ text: some StringProtocol) -> String { "\"\(of(text, byteLimit: 38))\"" }

  /// Another program's error message.
  static func answer(_ text: some StringProtocol) -> String { of(text, byteLimit: 400) }

  private static func of(_ text: some StringProtocol, byteLimit: Int) -> String {
    guard text.utf8.count > byteLimit else { return String(text) }
    let half = (byteLimit - "…".utf8.count) / 2
    let front = scalars(text.unicodeScalars, within: half)
    let back = scalars(text.unicodeScalars.reversed(), within: half)
    return String(front) + "…" + String(String.UnicodeScalarView(back.reversed()))
  }

  /// The longest prefix within a number of bytes.
  private static func scalars(
    _ scalars: some Sequence<Unicode.Scalar>, within byteLimit: Int
  ) -> String.UnicodeScalarView {
    var left = byteLimit
    return String.UnicodeScalarView(
      scalars.prefix { scalar in
        left -= UTF8.width(scalar)
        return left >= 0
      })
  }
}
