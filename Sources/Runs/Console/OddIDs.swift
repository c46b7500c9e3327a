// What is odd about an id, and seldom intended: a line break in it, white space at its ends.
extension Diagnostics {
  /// Warns of ids with a line break, which a list of one id per line would split.
  ///
  /// - Parameter consequence: what happens to such an id, or what to do.
  package func warn(ofLineBreaksIn ids: some Sequence<String>, consequence: String) {
    for id in ids where id.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      warning("the id '\(id)' holds a line break; \(consequence)", kind: "id with a line break")
    }
  }
}

extension String {
  /// Whether it starts or ends with white space.
  package var isPadded: Bool { [first, last].contains { $0?.isWhitespace == true } }
}
