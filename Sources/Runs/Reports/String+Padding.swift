// White space that counts as a part of an id, and seldom is meant to.
extension String {
  /// Whether white space begins or ends it.
  package var isPadded: Bool { [first, last].contains { $0?.isWhitespace == true } }
}
