package import Jokes
import Scan
package import SystemIO

/// Jokes in a device's order, as a table, as JSON or as ids.
///
/// It is written row by row: the texts of a million jokes are not held at once.
package struct FeedListing: Sendable {
  /// The source of the order, which determines the columns.
  package enum Order: Sendable {
    case feed(FeedOrder)
    case saved(SavedJokes)
    case rated(RatedJokes, BinaryRating)
  }

  /// The jokes in order.
  package var jokes: ArraySlice<Joke>
  /// Why they are in this order.
  package var order: Order

  package init(_ jokes: ArraySlice<Joke>, order: Order) {
    self.jokes = jokes
    self.order = order
  }

  /// Writes the listing.
  ///
  /// - Parameter width: the width of a table.
  package func write(
    as shape: ListShape, width: Int, to output: inout ByteOutput
  ) throws(SystemError) {
    switch shape {
    case .table: try writeTable(width: width, to: &output)
    case .json: try writeJSON(to: &output)
    case .ids: for joke in jokes { try output.write(Array((joke.id.text + "\n").utf8)) }
    }
  }

  // MARK: Table

  /// Writes the table in two passes, the first for the widths, so that no line is held.
  private func writeTable(width: Int, to output: inout ByteOutput) throws(SystemError) {
    // Unless a joke is moved back, the column would be empty.
    let hasSeason = jokes.contains(where: isDemoted)
    var layout = TextColumns(
      [.init("", .right)] + standingColumns(hasSeason) + [
        .init("category", goes: 1), .init("popularity", .right, goes: 2),
        .init("joke", .left, .wraps(least: 8)), .init("text", .left, .cut(least: 8), goes: 4),
      ], within: width)
    for (rank, joke) in zip(1..., jokes) { layout.measure(cells(of: joke, rank, hasSeason)) }
    layout.fit()
    var line: [UInt8] = []
    if let heads = layout.heads { layout.append(heads, to: &line) }
    for (rank, joke) in zip(1..., jokes) {
      layout.append(cells(of: joke, rank, hasSeason), to: &line)
      try output.write(line)
      line.removeAll(keepingCapacity: true)
    }
    try output.write(line)
  }

  private func cells(of joke: Joke, _ rank: Int, _ hasSeason: Bool) -> [String] {
    ["\(rank)"] + standing(of: joke, hasSeason) + [
      joke.category.rawValue, JSONWriter.spelling(of: joke.popularity),
      VisibleText.of(joke.id.text), VisibleText.onOneLine(joke.text),
    ]
  }

  private func isDemoted(_ joke: Joke) -> Bool {
    switch order {
    case .feed(let order): order.isDemoted(joke)
    case .saved, .rated: false
    }
  }

  private func standingColumns(_ hasSeason: Bool) -> [TextTable.Column] {
    switch order {
    case .feed: [.init("tier", goes: 5)] + (hasSeason ? [.init("season", goes: 3)] : [])
    case .saved: [.init("saved at", goes: 5)]
    case .rated: [.init("rated at", goes: 5)]
    }
  }

  private func standing(of joke: Joke, _ hasSeason: Bool) -> [String] {
    switch order {
    case .feed(let order):
      [order.tier(of: joke.id).name]
        + (hasSeason ? [order.isDemoted(joke) ? "moved back" : ""] : [])
    case .saved(let saved): [Moment.text(saved.timestamp(of: joke.id))]
    case .rated(let rated, _): [Moment.text(rated.timestamp(of: joke.id))]
    }
  }

  // MARK: JSON

  private func writeJSON(to output: inout ByteOutput) throws(SystemError) {
    try output.write([UInt8(ascii: "[")])
    for (rank, joke) in zip(1..., jokes) {
      try output.write(Array((rank == 1 ? "\n  " : ",\n  ").utf8))
      var element = JSONWriter(.pretty, outerDepth: 1)
      element.object { write(joke, rank: rank, to: &$0) }
      try output.write(element.span)
    }
    try output.write(Array((jokes.isEmpty ? "]\n" : "\n]\n").utf8))
  }

  private func write(_ joke: Joke, rank: Int, to object: inout JSONWriter) {
    object.member("rank", rank)
    object.member("joke_id", joke.id.text)
    switch order {
    case .feed(let order):
      object.member("tier", order.tier(of: joke.id).name)
      object.member("is_demoted", order.isDemoted(joke))
    case .saved(let saved): object.member("saved_at", saved.timestamp(of: joke.id))
    case .rated(let rated, _): object.member("rated_at", rated.timestamp(of: joke.id))
    }
    object.member("category", joke.category.rawValue)
    object.member("popularity_score", joke.popularity)
    object.member("text", joke.text)
  }
}

extension FeedOrder.Tier {
  /// The name in reports.
  package var name: String {
    switch self {
    case .unseen: "unseen"
    case .seenUnrated: "seen_unrated"
    case .rated: "rated"
    }
  }
}
