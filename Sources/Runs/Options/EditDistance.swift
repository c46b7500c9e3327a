/// The edit distance of two words.
package enum EditDistance {
  /// The least number of letters inserted, deleted, replaced, or swapped with their neighbour.
  ///
  /// - Complexity: O(*m* · *n*) in the lengths of the words.
  package static func between(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let replaced = last[column] + (one[row] == other[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
