/// What becomes of one rated document or entry.
public enum Decision: Hashable, Sendable {
  /// It stays as it is.
  case keep
  /// Its rating becomes another; nothing else of it changes.
  case update(Rating)
  /// It goes.
  case delete
  /// It stays, and the run fails: it is something that the operator said must not occur.
  case refuse
}
