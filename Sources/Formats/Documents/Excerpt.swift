/// Text of an input as messages show it: whole, or without its middle where it is long.
///
/// Never without its end alone: what the ids of an export differ in is their ends.
enum Excerpt {
  /// The name of a document, a collection or a field: whole if Firestore could have it as an id
  /// (Firestore, “Quotas and limits”), so that whoever reads the message finds it again.
  static func name(_ text: some StringProtocol) -> String { of(text, byteLimit: 1500) }

  /// Any other value.
  static func value(_ text: some StringProtocol) -> String { of(text, byteLimit: 40) }

  /// What another program says of an error.
  static func answer(_ text: some StringProtocol) -> String { of(text, byteLimit: 400) }

  private static func of(_ text: some StringProtocol, byteLimit: Int) -> String {
    guard text.utf8.count > byteLimit else { return String(text) }
    let half = (byteLimit - "…".utf8.count) / 2
    let front = scalars(text.unicodeScalars, within: half)
    let back = scalars(text.unicodeScalars.reversed(), within: half)
    return String(front) + "…" + String(String.UnicodeScalarView(back.reversed()))
  }

  /// The first of the scalars, as many as have room in so many bytes.
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
