import Scan

/// Errors of the API: `{"code":…,"message":…,"status":…}`, or of its authorisation:
/// `{"error":…,"error_description":…}` (RFC 6749, section 5.2).
enum RESTError {
  /// Whether a text begins with an answer that is only an error, possibly in an array. The code and
  /// the message distinguish it from a document with a field of that name.
  static func isAnswer(_ text: Span<UInt8>) -> Bool {
    guard let start = start(inAnswer: text),
      let error = SmallObject(JSONCursor(text, at: start))
    else { return false }
    return error.number("code") != nil
      && (error.string("message") != nil || error.string("status") != nil)
  }

  /// The summary of the error at the start of a text; nil if there is none.
  static func summary(ofAnswer text: Span<UInt8>) -> String? {
    start(inAnswer: text).map { summary(text, at: $0) }
  }

  /// The summary of the authorisation error at the start of a text.
  static func summary(ofRefusal text: Span<UInt8>) -> String {
    summary(text, at: 0, of: ["error", "error_description"])
  }

  /// The members of an authorisation error.
  static let refusalMembers = ["error", "error_description", "error_uri"]

  /// The offset of the error that is the only member of the first object.
  private static func start(inAnswer text: Span<UInt8>) -> Int? {
    var cursor = JSONCursor(text)
    cursor.skipWhitespace()
    if cursor.next == UInt8(ascii: "[") {
      cursor.offset += 1
      cursor.skipWhitespace()
    }
    guard let answer = SmallObject(cursor, memberLimit: 1) else { return nil }
    return answer.range("error", .object)?.lowerBound
  }

  /// The error's status and message, in quotes.
  static func summary(
    _ text: Span<UInt8>, at start: Int, of members: [StaticString] = ["status", "message"]
  ) -> String {
    guard let error = SmallObject(JSONCursor(text, at: start)) else {
      return "no more is said"
    }
    let words = members.compactMap { error.string($0) }.filter { !$0.isEmpty }
    return words.isEmpty
      ? "no more is said" : words.map { "'\(Excerpt.answer($0))'" }.joined(separator: ", ")
  }
}

extension InputSample {
  /// Whether the input is only an authorisation error; a document may have fields of these names.
  var isRefusal: Bool {
    isObject && isWhole && keys.count > 1 && kind(of: "error") == .string
      && keys.allSatisfy { RESTError.refusalMembers.contains($0.name) && $0.kind == .string }
  }
}
