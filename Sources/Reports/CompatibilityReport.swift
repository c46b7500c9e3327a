package import ByteIO
package import JSONText
package import Jokes

/// Which events the app's own script reads differently, and what that makes of the ranking.
package struct CompatibilityReport: Sendable {
  /// What the events that differ in one way have in common.
  package struct Row: Sendable {
    fileprivate let difference: ScriptComparison.Difference
    fileprivate let count: Int
    fileprivate let place: Place?
    fileprivate let documentID: String?

    /// - Parameter place: where the first of them stands.
    package init(
      _ difference: ScriptComparison.Difference, count: Int, place: Place?, documentID: String?
    ) {
      self.difference = difference
      self.count = count
      self.place = place
      self.documentID = documentID
    }
  }

  private let rows: [Row]
  private let difference: RankingDifference

  /// - Parameter ranking: that of the run, which the script's is compared with.
  package init(_ rows: [Row], script: Ranking, comparedWith ranking: Ranking) {
    self.rows = rows
    difference = RankingDifference(from: ranking, to: script)
  }

  /// A table of the differences, and what else the script would rank.
  package func text(width: Int) -> String {
    if rows.isEmpty { return "the app's own script reads every event as it is read here\n" }
    var table = TextTable(columns: [
      .init("events", .right), .init("the app's own script", least: 20),
    ])
    for row in rows {
      table.add([Amount.count(row.count), row.difference.words])
      let document = row.documentID.map { "; document '\($0)'" } ?? ""
      if let place = row.place { table.add(["", "  first at \(place)\(document)"]) }
    }
    let lines =
      difference.isEmpty
      ? ["its ranking is the same, but for ties"]
      : difference.lines.map { "its ranking differs: \($0)" }
    return table.text(width: width) + TextTable.lines(lines, width: width)
  }

  /// Writes its members.
  package func write(to object: inout JSONWriter) {
    object.key("differences")
    object.array { list in
      for row in rows {
        list.object { entry in
          entry.member("kind", row.difference.rawValue)
          entry.member("events", row.count)
          entry.optionalMember("first_place", row.place?.description)
          entry.optionalMember("document_id", row.documentID)
        }
      }
    }
    object.key("is_ranking_same")
    object.boolean(difference.isEmpty)
    difference.write(to: &object)
  }
}

extension ScriptComparison.Difference {
  /// What the script makes of such an event.
  fileprivate var words: String {
    switch self {
    case .jokeMissing: "counts a missing joke_id as the joke 'undefined'"
    case .jokeEmpty: "counts an empty joke_id as a joke"
    case .jokeNotAString: "counts a joke_id that is no string as its text"
    case .jokeInherited: "loses a joke called as what every object has"
    case .ratingNull: "counts null as 0, horrible"
    case .ratingBoolean: "counts true as 1 and false as 0, horrible"
    case .ratingString: "counts a text as the number it spells"
    case .ratingArray: "counts an array as the number in it"
    case .ratingOutOfRange: "counts numbers below 1 and above 5"
    case .ratingFraction: "counts fractions up to 2 and from 4 on"
    case .ratingNotMigrated: "counts 4 and 2, which are not migrated yet"
    }
  }
}
