/// What to do with a rated document or entry.
public enum Decision: Hashable, Sendable {
  /// Keep it.
  case keep
  /// Replace its rating; nothing else changes.
  case update(Rating)
  /// Delete it.
  case delete
  /// Keep it and fail the run, as the operator asked.
  case refuse
}
