package import Jokes
import Scan
import SystemIO

/// The saved jokes of a dump, newest saved first, for a person, a program or a pipe.
package struct SavedListing: Sendable {
  /// What it looks like.
  package enum Shape: String, CaseIterable, Sendable {
    /// Columns that fit a terminal.
    case table
    /// One object, as `jq .` prints it.
    case json
    /// The ids alone, one a line.
    case ids
  }

  /// The jokes, first to last.
  package let jokes: [JokeID]
  private let saved: SavedJokes

  package init(_ saved: SavedJokes) {
    self.saved = saved
    jokes = saved.newestFirst
  }

  /// How many of the jokes have no time.
  package var timelessCount: Int { jokes.count { saved.timestamp(of: $0) == nil } }

  /// All of it.
  ///
  /// - Parameter width: the columns of a table.
  package func bytes(as shape: Shape, width: Int) -> [UInt8] {
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
      list.key("saved_jokes")
      list.array { array in
        for joke in jokes {
          array.object { object in
            object.member("joke_id", joke.text)
            object.key("saved_at")
            if let seconds = saved.timestamp(of: joke) {
              object.number(seconds)
            } else {
              object.null()
            }
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
