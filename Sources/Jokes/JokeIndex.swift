/// Joke ids in the order in which they first came, each once, and the place of each.
package struct JokeIndex: Sendable {
  /// The ids, in order.
  package private(set) var ids: [JokeID] = []
  private var places = JokePlaces()

  /// An index of no ids.
  package init() {}

  /// How many ids there are.
  package var count: Int { ids.count }

  /// Whether an id is there.
  package func contains(_ id: JokeID) -> Bool { place(of: id) != nil }

  /// The place of an id; nil where it is not there.
  package func place(of id: JokeID) -> Int? { places.place(of: id) { ids[$0] == id } }

  /// Puts an id last, unless it is there.
  ///
  /// - Returns: its place, and whether it is new.
  @discardableResult
  package mutating func insert(_ id: JokeID) -> (place: Int, isNew: Bool) {
    if let place = place(of: id) { return (place, false) }
    places.insert(id, at: ids.count)
    ids.append(id)
    return (ids.count - 1, true)
  }
}
