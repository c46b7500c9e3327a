/// A device's saved jokes and the times of saving.
///
/// Saving does not change ratings, and rating does not change the saved jokes. Rules, “Saved
/// jokes”.
public struct SavedJokes: Hashable, Sendable {
  /// The saved jokes, in stored order.
  public private(set) var ids: [JokeID]
  /// The time of each, in seconds since 1970.
  public private(set) var timestamps: [JokeID: Double]
  private var known: Set<JokeID>

  /// Creates the state of a dump.
  public init(ids: [JokeID] = [], timestamps: [JokeID: Double] = [:]) {
    self.ids = ids
    self.timestamps = timestamps
    known = Set(ids)
  }

  /// Whether a joke is saved.
  public func contains(_ joke: JokeID) -> Bool { known.contains(joke) }

  /// The time a joke was saved, in seconds since 1970; nil if it is not saved or has no time.
  public func timestamp(of joke: JokeID) -> Double? {
    contains(joke) ? timestamps[joke] : nil
  }

  /// Saves a joke; saving it again renews the time.
  public mutating func save(_ joke: JokeID, at now: Double) {
    if known.insert(joke).inserted { ids.append(joke) }
    timestamps[joke] = now
  }

  /// Unsaves a joke and removes its time; does nothing for one that is not saved.
  ///
  /// - Returns: whether it was saved.
  @discardableResult
  public mutating func unsave(_ joke: JokeID) -> Bool {
    guard known.remove(joke) != nil else { return false }
    ids.removeAll { $0 == joke }
    timestamps[joke] = nil
    return true
  }

  /// Unsaves jokes and removes their times.
  ///
  /// - Returns: the ones that were saved.
  /// - Complexity: O(*n* + *m*) for *n* jokes of *m* saved ones.
  @discardableResult
  public mutating func unsave(_ jokes: some Sequence<JokeID>) -> Set<JokeID> {
    var gone: Set<JokeID> = []
    for joke in jokes where known.remove(joke) != nil {
      gone.insert(joke)
      timestamps[joke] = nil
    }
    if !gone.isEmpty { ids.removeAll { gone.contains($0) } }
    return gone
  }

  /// The saved jokes, each once, newest saved first; a missing time counts as 0, and equal times
  /// keep the stored order.
  public var newestFirst: [JokeID] {
    var seen: Set<JokeID> = []
    return ids.filter { seen.insert($0).inserted }.newestFirst { timestamps[$0] }
  }

  /// The saved jokes of a catalogue, newest saved first; a missing time counts as 0, and equal times
  /// keep the catalogue's order.
  public func list(of catalogue: [Joke]) -> [Joke] {
    catalogue.filter { contains($0.id) }.newestFirst { timestamps[$0.id] }
  }
}
