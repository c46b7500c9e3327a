/// Counts events as the app's own script does, and the events that it counts differently.
public struct ScriptComparison: Sendable {
  /// Why the script counts an event differently.
  public enum Difference: String, CaseIterable, Sendable {
    case jokeMissing = "joke_id_missing"
    case jokeEmpty = "joke_id_empty"
    case jokeNotAString = "joke_id_no_string"
    case jokeInherited = "joke_id_inherited"
    case ratingNull = "rating_null"
    case ratingBoolean = "rating_boolean"
    case ratingString = "rating_string"
    case ratingArray = "rating_array"
    case ratingOutOfRange = "rating_out_of_range"
    case ratingFraction = "rating_fraction"
    /// A 4 or a 2, on the binary scale.
    case ratingNotMigrated = "rating_not_migrated"
  }

  /// The script's counts, in an object for each side.
  private var hilarious = Tally()
  private var horrible = Tally()
  /// The number of differing events, by reason.
  public private(set) var counts: [Difference: Int] = [:]

  /// Creates an empty comparison.
  public init() {}

  /// Enters an event.
  ///
  /// - Parameter verdict: the verdict that the tool counts for its joke; nil if the event does not
  ///   count.
  /// - Returns: why the script counts it differently, if it does.
  public mutating func enter(
    joke: ScriptValue, rating: ScriptValue, here verdict: BinaryRating?
  ) -> Difference? {
    let script = AppScript.verdict(rating)
    let id = joke.text
    switch script {
    case .hilarious: hilarious.count(id, as: .hilarious)
    case .horrible: horrible.count(id, as: .horrible)
    case nil: break
    }
    let isInherited = AppScript.inheritedText(id) != nil
    if verdict == script, !isInherited || script == nil { return nil }
    let difference =
      Self.difference(ofJoke: joke, isInherited: isInherited) ?? Self.difference(ofRating: rating)
    counts[difference, default: 0] += 1
    return difference
  }

  /// The first jokes of each side, as the script lists them.
  ///
  /// - Complexity: O(*d* log *d*) in the number of distinct jokes.
  public func ranking(length: Int) -> ScriptRanking {
    ScriptRanking(hilarious: hilarious, horrible: horrible, length: length)
  }

  private static func difference(ofJoke joke: ScriptValue, isInherited: Bool) -> Difference? {
    switch joke {
    case .undefined: .jokeMissing
    case .string(""): .jokeEmpty
    case .string: isInherited ? .jokeInherited : nil
    case .null, .boolean, .number, .array, .object: .jokeNotAString
    }
  }

  private static func difference(ofRating rating: ScriptValue) -> Difference {
    switch rating {
    case .null: return .ratingNull
    case .boolean: return .ratingBoolean
    case .string: return .ratingString
    case .array: return .ratingArray
    // Neither is a number, so neither counts.
    case .undefined, .object: return .ratingOutOfRange
    case .number(let number):
      if number == 2 || number == 4 { return .ratingNotMigrated }
      // A value that rounds to 1 to 5 is not that number.
      let isWhole = number == number.rounded() && !(1...5).contains(number)
      return isWhole ? .ratingOutOfRange : .ratingFraction
    }
  }
}

extension Tally {
  /// Counts one rating of the joke with this id.
  fileprivate mutating func count(_ id: String, as verdict: BinaryRating) {
    count(ContiguousArray(id.utf8).span, as: verdict)
  }
}
