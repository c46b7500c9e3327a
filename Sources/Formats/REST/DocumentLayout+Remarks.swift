import Scan
import SystemIO

/// Remarks about values beside documents: errors, page tokens and missing parents.
extension DocumentLayout {
  /// The remark of a value that is not a document.
  func remark(_ value: Record, in path: [String]) -> DocumentRemark? {
    switch arrangement {
    case .collections:
      // The root may be a document with fields beside its collections.
      return path.isEmpty ? nestedMember.map { .beside($0.description) } : nil
    case .pages(_, let token):
      guard path.count == 1, let key = value.key else { return answerRemark(value) }
      return Self.pageRemark(value, key, token)
    case .wrapped(let holder): return Self.remark(value, in: holder)
    case .flat, .named: return isAnswer ? answerRemark(value) : nil
    }
  }

  private func answerRemark(_ value: Record) -> DocumentRemark? {
    guard let object = SmallObject(JSONCursor(value.text, at: value.valueStart))
    else { return .stranger }
    if let error = value.firstValue(of: "error"), object.string("name") == nil {
      return .failure(RESTError.summary(value.text, at: error.lowerBound))
    }
    return object.isParent ? nil : .stranger
  }

  /// The remark of a page's member.
  private static func pageRemark(
    _ value: Record, _ key: JSONString, _ token: StaticString
  ) -> DocumentRemark? {
    if key.equals("error", in: value.text) {
      return .failure(RESTError.summary(value.text, at: value.valueStart))
    }
    // The last page has no token or an empty one.
    let isToken =
      key.equals(token, in: value.text) && value.bytes[0] == UInt8(ascii: "\"")
      && value.valueRange.count > 2
    return isToken ? .continues : nil
  }

  /// The remark of an object without a document.
  private static func remark(_ value: Record, in holder: Holder) -> DocumentRemark? {
    if let error = value.firstValue(of: "error") {
      return .failure(RESTError.summary(value.text, at: error.lowerBound))
    }
    guard let object = SmallObject(JSONCursor(value.text, at: value.valueStart)),
      object.names.allSatisfy(holder.hasMember)
    else { return .stranger }
    guard let document = value.firstValue(of: holder.member.description),
      value.text[document.lowerBound] != UInt8(ascii: "n")
    else { return nil }
    // A missing parent document is a valid answer.
    let parent = SmallObject(JSONCursor(value.text, at: document.lowerBound))
    return parent?.isParent == true ? nil : .stranger
  }
}

extension SmallObject {
  /// Whether it is a missing document, listed for its subcollections.
  fileprivate var isParent: Bool {
    count == 1 && string("name").map { DatabaseName.divide($0).database != nil } == true
  }
}
