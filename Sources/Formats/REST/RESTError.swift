import Scan

/// What the API says where it has no answer: `{"code":…,"message":…,"status":…}`; or, before it was
/// asked at all, `{"error":…,"error_description":…}` (RFC 6749, section 5.2).
enum RESTError {
  /// Whether a text begins with an answer that is nothing but an error, be it in an array, whose code and
  /// words tell it from a document with a field of that name.
  static func isAnswer(_ text: Span<UInt8>) -> Bool {
    guard let start = start(inAnswer: text),
      let error = SmallObject(JSONCursor(text, at: start), memberLimit: 16)
    else { return false }
    return error.number("code") != nil
      && (error.string("message") != nil || error.string("status") != nil)
  }

  /// What the error that a text begins with says; nil where no more than that it is one.
  static func summary(ofAnswer text: Span<UInt8>) -> String? {
    start(inAnswer: text).map { summary(text, at: $0) }
  }

  /// What a refusal says that a text begins with.
  static func summary(ofRefusal text: Span<UInt8>) -> String {
    summary(text, at: 0, of: ["error", "error_description"])
  }

  /// The members that a refusal to let somebody ask has.
  static let refusalMembers = ["error", "error_description", "error_uri"]

  /// Where the error begins that is the one member of the first object.
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

  /// The error's status, or its message, in quotes.
  static func summary(
    _ text: Span<UInt8>, at start: Int, of members: [String] = ["status", "message"]
  ) -> String {
    guard let error = SmallObject(JSONCursor(text, at: start), memberLimit: 16) else {
      return "no more is said"
    }
    let words = members.compactMap { error.string($0) }.filter { !$0.isEmpty }
    return words.isEmpty
      ? "no more is said" : words.map { "'\(Excerpt.answer($0))'" }.joined(separator: ", ")
  }
}

extension InputSample {
  /// Whether the input is a refusal and nothing else: a document may well have fields of these names.
  var isRefusal: Bool {
    isObject && isWhole && keys.count > 1 && kind(of: "error") == .string
      && keys.allSatisfy { RESTError.refusalMembers.contains($0.name) && $0.kind == .string }
  }
}
