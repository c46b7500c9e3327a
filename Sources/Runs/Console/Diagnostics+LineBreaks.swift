extension Diagnostics {
  /// Warns of ids that a list of an id a line cannot hold: whoever reads it would take one for two.
  ///
  /// - Parameter consequence: what becomes of such an id, or what else to do.
  package func warn(ofLineBreaksIn ids: some Sequence<String>, consequence: String) {
    for id in ids where id.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      warning("the id '\(id)' holds a line break; \(consequence)", kind: "id with a line break")
    }
  }
}
