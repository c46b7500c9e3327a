public import Jokes

/// What it takes to remember a joke as seen in a dump. Rules, “The feed”.
///
/// It is a plan, and changes nothing by itself. A dump that holds more impressions than are remembered
/// is cut to the newest, but only together with a new one: one that is there already changes nothing.
public struct ImpressionMarking: Sendable {
  /// Whether the joke is remembered already: then nothing is to be done.
  public let wasSeen: Bool
  /// How many of the oldest impressions make room.
  public let forgottenCount: Int
  /// What to do to the dump.
  public let edits: [DefaultsEdit]

  /// Plans to mark one joke.
  ///
  /// - Throws: an error of cause `unusable` where the impressions are no array of strings, or come
  ///   twice.
  public init(of dump: DefaultsDump, marking joke: JokeID) throws(DefaultsDumpError) {
    let stored = try dump.strings(of: DefaultsKey.impressions) ?? []
    var impressions = Impressions(stored.map { JokeID($0) })
    wasSeen = impressions.contains(joke)
    guard !wasSeen else {
      (forgottenCount, edits) = (0, [])
      return
    }
    impressions.mark(joke)
    forgottenCount = stored.count + 1 - impressions.jokes.count
    edits = [
      .removeFirst(forgottenCount, from: DefaultsKey.impressions),
      .append(to: DefaultsKey.impressions, [joke.text]),
    ]
  }
}
