// Leading and trailing white space is part of an id, and seldom intended.
extension String {
  /// Whether it starts or ends with white space.
  package var isPadded: Bool { [first, last].contains { $0?.isWhitespace == true } }
}
