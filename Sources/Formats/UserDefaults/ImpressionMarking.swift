public import Jokes

/// The plan that marks a joke of a dump as seen. Rules, “The feed”.
///
/// Making a plan changes nothing. Impressions beyond the limit are cut to the newest when a joke is
/// added; marking a joke that is already seen changes nothing.
public struct ImpressionMarking: Sendable {
  /// Whether the joke is already marked, so that there is nothing to do.
  public let wasSeen: Bool
  /// The number of oldest impressions to remove.
  public let forgottenCount: Int
  /// The edits of the dump.
  public let edits: [DefaultsEdit]

  /// Plans the marking of one joke.
  ///
  /// - Throws: an error of cause `unusable` if the impressions are not an array of strings, or the
  ///   key occurs twice.
  public init(of dump: DefaultsDump, marking joke: JokeID) throws(DefaultsDumpError) {
    let stored = try dump.strings(of: .impressions) ?? []
    var impressions = Impressions(stored.map { JokeID($0) })
    wasSeen = impressions.contains(joke)
    guard !wasSeen else {
      (forgottenCount, edits) = (0, [])
      return
    }
    impressions.mark(joke)
    forgottenCount = stored.count + 1 - impressions.jokes.count
    edits = [
      .removeFirst(forgottenCount, from: .impressions),
      .append(to: .impressions, [joke.text]),
    ]
  }
}
