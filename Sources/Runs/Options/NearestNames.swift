package import Jokes

/// Suggestions for an unknown name.
enum NearestNames {
  /// The maximal length of a name: longer ones are not typing mistakes, and cost their length
  /// squared.
  private static let lengthLimit = 255

  /// The nearest names, in their order; empty if all are far.
  static func of(_ name: String, among names: some Sequence<String>) -> [String] {
    let length = name.count
    guard length > 1, length <= lengthLimit else { return [] }
    let limit = max(1, length / 3)
    let name = name.lowercased()
    var (best, nearest) = (limit, [String]())
    for other in names where abs(other.utf8.count - name.utf8.count) <= 4 * limit {
      let distance = EditDistance.between(name, other.lowercased())
      if distance > best || distance >= length { continue }
      if distance < best { nearest = [] }
      (best, nearest) = (distance, nearest + [other])
    }
    return nearest
  }
}

/// Suggestions for an unknown id.
package enum NearestIDs {
  private static let slipLimit = 2
  private static let countLimit = 5

  /// At most five ids, nearest first, within two edits that stand close together, ignoring case; of
  /// short ids within one, and never one without a character of the id.
  package static func of(_ id: JokeID, among ids: [JokeID]) -> [JokeID] {
    let text = id.text.lowercased()
    let length = text.count
    let limit = min(slipLimit, max(1, length / 3))
    let near = Set(ids).compactMap { other -> (slips: Int, id: JokeID)? in
      guard !other.text.isEmpty, let slips = distance(text, other.text.lowercased()),
        slips <= limit, slips < max(length, other.text.count)
      else { return nil }
      return (slips, other)
    }
    let order = near.sorted { ($0.slips, $0.id) < ($1.slips, $1.id) }
    return order.prefix(countLimit).map(\.id)
  }

  /// The same for names other than jokes' ids.
  static func of(_ name: String, among names: [String]) -> [String] {
    of(JokeID(name), among: names.map { JokeID($0) }).map(\.text)
  }

  /// The ids to look among for this many unknown ones: none for many, because each search reads all.
  package static func searched(_ ids: [JokeID], forUnknown count: Int) -> [JokeID] {
    count > 20 ? [] : ids
  }

  /// The question whether one of these ids was meant, to follow a message; empty if none is near.
  package static func question(_ id: JokeID, among ids: [JokeID]) -> String {
    let near = of(id, among: ids).map { other in
      // Equal strings of different bytes look the same.
      "'\(other)'" + (other.text == id.text ? " (it differs only in its Unicode form)" : "")
    }
    return near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?"
  }

  /// The edit distance of two texts; nil above the limit.
  ///
  /// The common prefix and suffix are dropped first, which decides most pairs at once.
  private static func distance(_ one: String, _ other: String) -> Int? {
    if one == other { return 0 }
    let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    let (shorter, longer) = (min(one.count, other.count), max(one.count, other.count))
    guard longer - shorter <= slipLimit else { return nil }
    let start = zip(one, other).prefix { $0 == $1 }.count
    let end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
    let shared = min(end, shorter - start)
    guard longer - start - shared <= 4 * slipLimit else { return nil }
    let rests = [one, other].map { text in
      String(String.UnicodeScalarView(text.dropFirst(start).dropLast(shared)))
    }
    let slips = EditDistance.between(rests[0], rests[1])
    return slips <= slipLimit ? slips : nil
  }
}

/// The edit distance of two words.
enum EditDistance {
  /// The least number of letters inserted, deleted, replaced, or swapped with their neighbour.
  ///
  /// - Complexity: O(*m* · *n*) in the lengths of the words.
  static func between(_ one: String, _ other: String) -> Int {
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
