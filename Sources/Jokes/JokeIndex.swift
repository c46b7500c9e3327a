/// A set of joke ids with an index for each, in order of insertion.
package struct JokeIndex: Sendable {
  /// The ids, in order.
  package private(set) var ids: [JokeID] = []
  private var places = JokePlaces()

  /// Creates an empty index.
  package init() {}

  /// Whether an id is in it.
  package func contains(_ id: JokeID) -> Bool { place(of: id) != nil }

  /// The index of an id; nil if it is not there.
  package func place(of id: JokeID) -> Int? { places.place(of: id) { ids[$0] == id } }

  /// Appends an id unless it is there.
  ///
  /// - Returns: its index, and whether it is new.
  @discardableResult
  package mutating func insert(_ id: JokeID) -> (place: Int, isNew: Bool) {
    if let place = place(of: id) { return (place, false) }
    places.insert(id, at: ids.count)
    ids.append(id)
    return (ids.count - 1, true)
  }
}
