package import Jokes
package import Scan
import SystemIO

/// A document of `weekly_rankings`: `all_time`, from which the app reads the ranking, or that of a
/// week.
///
/// Its fields and their order are fixed (Rules, “All-time top 10” and “Rankings of weeks”).
package struct RankingDocument: Sendable {
  /// The document's collection.
  package static let collection = "weekly_rankings"

  /// The ranking in the document.
  package var ranking: Ranking
  /// The period of the ranking. It determines the document ID, which the field `week_id` repeats.
  package var period: RankingPeriod
  /// The time of computation; nil if the server sets it.
  package var computedAt: Timestamp?

  /// The field of the time of computation.
  package static let timeField = "computed_at"

  /// - Parameter computedAt: the time of computation; nil if the server sets it.
  package init(_ ranking: Ranking, of period: RankingPeriod = .allTime, computedAt: Timestamp?) {
    self.ranking = ranking
    self.period = period
    self.computedAt = computedAt
  }

  /// The shapes of the document, named as for `--as`.
  package enum Shape: String, CaseIterable, Sendable {
    /// The plain document.
    case json
    /// A typed document of the Firestore REST API.
    case firestore
    /// The body of a commit request that sets the document.
    case commit
    /// A file for the import of node-firestore-import-export.
    case `import`
  }

  /// The document's text, with a final newline.
  ///
  /// Without a time, a commit request makes the server set it, and the other shapes lack the field.
  ///
  /// - Parameter database: `projects/P/databases/D`; required for a commit request.
  package func text(as shape: Shape, database: String?) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    switch shape {
    case .json: writer.object { writePlain(&$0, .text) }
    case .firestore: writer.object { writeTyped(&$0, database: database) }
    case .commit:
      writer.object { body in
        body.array("writes") { writes in
          writes.object { write in
            write.object("update") { writeTyped(&$0, database: database) }
            if computedAt == nil { write.serverTimestamp(field: Self.timeField) }
          }
        }
      }
    case .import: return Self.importText(of: [self])
    }
    return writer.line
  }

  /// The text of an import file with several documents.
  package static func importText(of documents: [RankingDocument]) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { file in
      file.object("__collections__") { collections in
        collections.object(collection) { members in
          for each in documents {
            members.object(each.period.id) { document in
              each.writePlain(&document, .tagged)
              document.object("__collections__") { _ in }
            }
          }
        }
      }
    }
    return writer.line
  }

  private enum TimestampSpelling {
    case text
    case tagged
  }

  private func writePlain(_ document: inout JSONWriter, _ spelling: TimestampSpelling) {
    document.member("week_id", period.id)
    for (name, time) in ends { write(time, as: name, spelling, to: &document) }
    for (name, list) in lists {
      document.array(name) { entries in
        for joke in list.jokes {
          entries.object { entry in
            entry.member("joke_id", joke.id.text)
            entry.member("count", joke.count)
            entry.member("rank", joke.rank)
          }
        }
      }
    }
    for (name, total) in totals { document.member(name, total) }
    if let computedAt { write(computedAt, as: Self.timeField, spelling, to: &document) }
  }

  private func write(
    _ time: Timestamp, as name: String, _ spelling: TimestampSpelling,
    to document: inout JSONWriter
  ) {
    document.key(name)
    switch spelling {
    case .text: document.string(time.description)
    case .tagged:
      document.object { timestamp in
        timestamp.member("__datatype__", "timestamp")
        timestamp.object("value") { value in
          value.member("_seconds", time.seconds)
          value.member("_nanoseconds", time.nanoseconds)
        }
      }
    }
  }

  private func writeTyped(_ document: inout JSONWriter, database: String?) {
    if let database {
      document.member("name", "\(database)/documents/\(Self.collection)/\(period.id)")
    }
    document.object("fields") { fields in
      fields.typed("week_id", "stringValue", period.id)
      for (name, time) in ends { fields.typed(name, "timestampValue", time.description) }
      for (name, list) in lists {
        fields.object(name) {
          $0.object("arrayValue") { writeTyped(list, to: &$0) }
        }
      }
      for (name, total) in totals { fields.typed(name, "integerValue", String(total)) }
      if let computedAt {
        fields.typed(Self.timeField, "timestampValue", computedAt.description)
      }
    }
  }

  /// Writes an array; an empty one has no `values`, as in Google's own libraries.
  private func writeTyped(_ list: Ranking.List, to array: inout JSONWriter) {
    guard !list.jokes.isEmpty else { return }
    array.array("values") { values in
      for joke in list.jokes {
        values.object { value in
          value.object("mapValue") { map in
            map.object("fields") { fields in
              fields.typed("joke_id", "stringValue", joke.id.text)
              fields.typed("count", "integerValue", String(joke.count))
              fields.typed("rank", "integerValue", String(joke.rank))
            }
          }
        }
      }
    }
  }

  private var ends: [(String, Timestamp)] {
    let ends = [("week_start", period.start), ("week_end", period.end)]
    return ends.compactMap { name, time in time.map { (name, $0) } }
  }

  private var lists: [(String, Ranking.List)] {
    [("hilarious", ranking.hilarious), ("horrible", ranking.horrible)]
  }

  private var totals: [(String, Int)] {
    [
      ("total_hilarious_ratings", ranking.hilariousTotal),
      ("total_horrible_ratings", ranking.horribleTotal),
    ]
  }
}

extension JSONWriter {
  /// Writes a member with a typed Firestore value.
  fileprivate mutating func typed(_ name: String, _ type: String, _ text: String) {
    object(name) { $0.member(type, text) }
  }

  /// Writes the member that makes the server set a field to the request time.
  fileprivate mutating func serverTimestamp(field path: String) {
    array("updateTransforms") { transforms in
      transforms.object { transform in
        transform.member("fieldPath", path)
        transform.member("setToServerValue", "REQUEST_TIME")
      }
    }
  }
}
