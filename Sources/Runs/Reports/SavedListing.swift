package import Jokes
import Scan
import SystemIO

/// The saved jokes of a dump, newest first, as a table, as JSON or as ids.
package struct SavedListing: Sendable {
  /// The jokes in order.
  package let jokes: [JokeID]
  private let saved: SavedJokes

  /// Lists the jokes, newest first.
  package init(_ saved: SavedJokes) {
    self.saved = saved
    jokes = saved.newestFirst
  }

  /// The number of jokes without a time.
  package var timelessCount: Int { jokes.count { saved.timestamp(of: $0) == nil } }

  /// The listing.
  ///
  /// - Parameter width: the width of a table.
  package func bytes(as shape: ListShape, width: Int) -> [UInt8] {
    switch shape {
    case .table: Array(table.text(width: width).utf8)
    case .json: json
    case .ids: jokes.flatMap { Array(($0.text + "\n").utf8) }
    }
  }

  private var table: TextTable {
    var table = TextTable(columns: [.init("joke", .left, .wraps(least: 8)), .init("saved at")])
    for joke in jokes {
      table.add([
        VisibleText.onOneLine(joke.text), Moment.text(saved.timestamp(of: joke)),
      ])
    }
    return table
  }

  private var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { list in
      list.member("schema_version", 1)
      list.array("saved_jokes", of: jokes) { object, joke in
        object.member("joke_id", joke.text)
        object.member("saved_at", saved.timestamp(of: joke))
      }
    }
    return writer.line
  }
}
