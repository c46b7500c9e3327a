package import Jokes
package import Scan
import SystemIO

/// The reason for a joke's position in a feed, or for its absence.
package struct FeedExplanation: Sendable {
  /// The outcome for the joke.
  package enum Outcome: Sendable {
    case notInCatalogue
    /// Its category is not shown.
    case otherCategory(shown: JokeCategory)
    /// It has a position, maybe past the limit.
    case placed(FeedPosition, isPastLimit: Bool)
  }

  /// The id that was asked for.
  package let id: JokeID
  /// Whether the feed shows the joke, and where.
  package let outcome: Outcome
  /// The joke; nil if the catalogue lacks it.
  private let joke: Joke?
  /// Its position in the catalogue, from 1.
  private let cataloguePosition: Int?
  /// The number of other jokes with its id.
  private let twinCount: Int
  private let order: FeedOrder
  private let date: CalendarDate
  private let limit: Int?
  private let nearest: [JokeID]

  /// Explains a joke. Of several with its id, that is the first in the feed, or the first in the
  /// catalogue if the feed has none.
  ///
  /// - Parameter nearest: the nearest ids, if the catalogue lacks this one.
  package init(
    of id: JokeID, in catalogue: [Joke], order: FeedOrder, date: CalendarDate, limit: Int?,
    nearest: [JokeID] = []
  ) {
    let twins = catalogue.indices.filter { catalogue[$0].id == id }
    let index = order.first(ofJokesAt: twins, in: catalogue) ?? twins.first
    twinCount = max(0, twins.count - 1)
    self.id = id
    joke = index.map { catalogue[$0] }
    cataloguePosition = index.map { $0 + 1 }
    self.order = order
    self.date = date
    self.limit = limit
    self.nearest = nearest
    if let index {
      if let position = order.position(ofJokeAt: index, in: catalogue) {
        outcome = .placed(position, isPastLimit: limit.map { position.position > $0 } ?? false)
      } else {
        outcome = .otherCategory(shown: order.category ?? catalogue[index].category)
      }
    } else {
      outcome = .notInCatalogue
    }
  }

  /// Whether the feed shows the joke.
  var isShown: Bool {
    if case .placed(_, isPastLimit: false) = outcome { true } else { false }
  }

  // MARK: Text

  /// The explanation, one line per reason.
  package var text: String {
    var lines = [("joke", id.text)]
    if let joke {
      if twinCount > 0 { lines.append(("beside it", twinReason)) }
      lines.append(("text", VisibleText.onOneLine(joke.text)))
      lines.append(("category", joke.category.rawValue))
      lines.append(("tier", tierReason))
      lines.append(("popularity", JSONWriter.spelling(of: joke.popularity)))
      lines.append(("Christmas", christmasReason(joke)))
    }
    switch outcome {
    case .placed(let position, _): lines += placeLines(position)
    case .notInCatalogue, .otherCategory: break
    }
    lines.append(("shown", shownReason))
    if !nearest.isEmpty {
      lines.append(("similar", nearest.map(\.text).joined(separator: ", ")))
    }
    return ReportText.of(lines, labelWidth: 12)
  }

  private var twinReason: String {
    let others =
      twinCount == 1
      ? "another joke of the catalogue has this id"
      : "\(Amount.count(twinCount)) other jokes of the catalogue have this id"
    switch outcome {
    case .placed: return "\(others); this is the one that the feed has first"
    case .notInCatalogue, .otherCategory: return "\(others); the feed has none of them"
    }
  }

  private var tierReason: String {
    let tier = order.tier(of: id)
    let seen = order.impressions.contains(id) ? "seen" : "not seen"
    if tier == .rated { return "\(tier.name): it has a rating" }
    let rated =
      order.ratedInSession.contains(id)
      ? "rated in this session, which does not count until the feed is refreshed" : "not rated"
    return "\(tier.name): \(seen), \(rated)"
  }

  private func christmasReason(_ joke: Joke) -> String {
    guard joke.isForChristmas else { return "no" }
    return order.isDemoted(joke)
      ? "yes, and \(date) is not from 1 November to 31 December: moved behind all others"
      : "yes, and \(date) is from 1 November to 31 December: keeps its place"
  }

  private func placeLines(_ position: FeedPosition) -> [(String, String)] {
    let before = Amount.count(position.positionBeforeDemotion)
    var lines = [
      (
        "position",
        "\(Amount.count(position.position)) of \(Amount.count(position.shownCount)); "
          + "\(before) before Christmas jokes were moved"
      )
    ]
    if order.isChristmasSeason {
      lines[0].1 = "\(Amount.count(position.position)) of \(Amount.count(position.shownCount))"
    }
    if let previous = position.previous {
      lines.append(("right after", "\(previous.id): \(Self.reason(previous.difference))"))
    }
    return lines
  }

  private static func reason(_ difference: FeedPosition.Difference) -> String {
    switch difference {
    case .isDemoted: "it is not for Christmas"
    case .tier: "its tier comes first"
    case .popularity: "it is more popular"
    case .catalogue: "it comes first in the catalogue, and nothing else sets the two apart"
    }
  }

  private var shownReason: String {
    switch outcome {
    case .notInCatalogue: "no: the catalogue has no usable joke with this id"
    case .otherCategory(let shown): "no: only \(shown.rawValue) is shown"
    case .placed(_, isPastLimit: true):
      limit == 1
        ? "no: only the first is shown"
        : "no: only the first \(Amount.count(limit ?? 0)) are shown"
    case .placed(_, isPastLimit: false): "yes"
    }
  }

  // MARK: JSON

  /// The explanation as a JSON object.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { object in
      object.member("schema_version", 1)
      object.member("joke_id", id.text)
      object.member("date", "\(date)")
      object.member("is_shown", isShown)
      object.optionalMember("reason", reasonWord)
      if case .notInCatalogue = outcome {
        object.member("similar", nearest.map(\.text))
      }
      if let joke { write(joke, to: &object) }
      if case .placed(let position, _) = outcome { write(position, to: &object) }
    }
    return writer.line
  }

  /// The reason for its absence, as a word; nil if it is shown.
  private var reasonWord: String? {
    switch outcome {
    case .notInCatalogue: "not_in_catalogue"
    case .otherCategory: "other_category"
    case .placed(_, isPastLimit: true): "past_limit"
    case .placed(_, isPastLimit: false): nil
    }
  }

  private func write(_ joke: Joke, to object: inout JSONWriter) {
    object.member("tier", order.tier(of: id).name)
    let claims = [
      ("is_seen", order.impressions.contains(id)), ("is_rated", order.rated.contains(id)),
      ("is_rated_in_session", order.ratedInSession.contains(id)),
      ("is_for_christmas", joke.isForChristmas), ("is_demoted", order.isDemoted(joke)),
    ]
    for (name, holds) in claims {
      object.member(name, holds)
    }
    object.member("category", joke.category.rawValue)
    object.member("popularity_score", joke.popularity)
    object.member("text", joke.text)
    object.optionalMember("catalogue_position", cataloguePosition)
    if twinCount > 0 { object.member("other_jokes_of_this_id", twinCount) }
  }

  private func write(_ position: FeedPosition, to object: inout JSONWriter) {
    object.member("position_before_demotion", position.positionBeforeDemotion)
    object.member("position", position.position)
    object.member("feed_count", position.shownCount)
    guard let previous = position.previous else { return }
    object.object("right_after") { neighbour in
      neighbour.member("joke_id", previous.id.text)
      neighbour.member("difference", Self.word(previous.difference))
    }
  }

  private static func word(_ difference: FeedPosition.Difference) -> String {
    switch difference {
    case .isDemoted: "christmas"
    case .tier: "tier"
    case .popularity: "popularity_score"
    case .catalogue: "catalogue_position"
    }
  }
}
