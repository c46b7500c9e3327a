/// The jokes a device has seen, oldest first: at most 500, first in, first out.
///
/// Opening a joke counts as seeing it, the same as scrolling past it. Rules, “Saved jokes and the
/// feed”.
public struct Impressions: Hashable, Sendable {
  /// The most impressions remembered.
  public static let limit = 500

  /// The jokes seen, oldest first.
  public private(set) var jokes: [JokeID]
  private var known: Set<JokeID>

  /// Creates the impressions of a dump; of more than the limit, only the newest are kept.
  public init(_ jokes: [JokeID] = []) {
    self.jokes = Array(jokes.suffix(Self.limit))
    known = Set(self.jokes)
  }

  /// Whether a joke was seen.
  public func contains(_ joke: JokeID) -> Bool { known.contains(joke) }

  /// Marks a joke as seen; one that is there does not move.
  public mutating func mark(_ joke: JokeID) {
    guard known.insert(joke).inserted else { return }
    jokes.append(joke)
    guard jokes.count > Self.limit else { return }
    let first = jokes.removeFirst()
    // A dump may hold a joke twice; only its last removal makes it unseen.
    if !jokes.contains(first) { known.remove(first) }
  }
}
