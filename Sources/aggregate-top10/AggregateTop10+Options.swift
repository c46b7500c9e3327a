import Formats
import Jokes
import Runs

/// The options of `aggregate-top10` that no other tool has, or whose help differs.
extension Option {
  static var top: Option<Int> {
    .init(
      "top", "N", "the maximum length of each list", default: 10, in: 1...1_000_000
    ).needing(.ranking)
  }

  static var scale: Option<RatingScale> {
    .init(
      "scale", "NAME",
      "binary, or five-point for data not yet migrated; that counts 4 as 5, and 2 as 1",
      default: .binary)
  }

  static var shape: Option<RankingShape> {
    .init(
      "as", "SHAPE",
      "write the document in this shape; csv and markdown are the lists alone",
      default: .json
    ).needing(.ranking)
  }

  static var database: Option<DatabaseName?> {
    .init(
      "database", "NAME",
      "projects/P/databases/D, for the document's name; needed by --as commit"
    ).needing(.ranking)
  }

  static var serverTimestamp: Option<String?> {
    .init(
      "server-timestamp", "FIELD",
      "let the server set FIELD, which is computed_at; only with '--as commit'",
      excluding: ["now"]
    ).needing(.ranking)
  }

  static var dedupe: Option<VotePolicy> {
    .init(
      "dedupe", "POLICY",
      "which votes of one device for one joke count; none leaves out none, as the app does; "
        + "week counts the latest of each week, device-latest the latest; takes up to 100 "
        + "bytes of memory a vote",
      default: .everyVote)
  }

  static var collection: Option<CollectionPath> {
    .collection("count the documents of this collection", default: .ratingEvents)
  }

  static var duplicates: Option<DuplicatePolicy> {
    .init(
      "duplicates", "WHAT",
      "what to do with a document that is read twice: count it twice, count the first, "
        + "or fail; first takes up to 70 bytes of memory a document, fail up to 200",
      default: .count)
  }
}

/// The options of weeks, which are the labels in `week_id`.
extension Option {
  static var by: Option<RankingGrouping?> {
    .init(
      "by", "WHAT",
      "by week: write a ranking of each week_id too; memory grows with jokes times weeks, by up "
        + "to 200 bytes for each joke of each week",
      excluding: ["check", "explain"]
    ).needing(.everyEvent)
  }

  static var weeks: Option<String?> {
    .init(
      "weeks", "DIR",
      "with '--by week': write the rankings of weeks to DIR, as WEEK.json, and replace older ones; "
        + "'--as import' needs no DIR and has all rankings in one file",
      naming: .directory
    ).needing(.everyEvent)
  }

  static var week: Option<ISOWeek?> {
    .init(
      "week", "WEEK", "count only the events of this week_id, such as 2026-W07",
      excluding: ["since", "until"]
    ).needing(.everyEvent)
  }

  static var since: Option<ISOWeek?> {
    .init(
      "since", "WEEK", "count only the events of this week_id and later ones"
    ).needing(.everyEvent)
  }

  static var until: Option<ISOWeek?> {
    .init(
      "until", "WEEK", "count only the events of this week_id and earlier ones"
    ).needing(.everyEvent)
  }
}

/// The options of partial results.
extension Option {
  static var emit: Option<Emission> {
    .init(
      "emit", "WHAT",
      "write the ranking, or the counts of these inputs as a partial result, which --merge takes",
      default: .document)
  }

  static var merge: Option<Bool> {
    .init(
      "merge",
      "make the document of partial results; the operands are files that --emit partial wrote, or "
        + "folders of them",
      excluding: [
        "partials", "shard", "format", "salvage", "rejects", "mended", "explain", "expect-sha256",
      ])
  }

  static var partials: Option<String?> {
    .init(
      "partials", "DIR",
      "keep partial results of the input files in DIR, and read only new and changed files",
      naming: .directory, excluding: ["shard", "rejects", "mended", "explain", "verify"],
      role: .call)
  }
}

/// The guards of a ranking.
extension Option {
  static var minEvents: Option<Int> {
    .init(
      "min-events", "N", "fail if fewer than N events count", default: 0, in: 0...Int.max,
      role: .guarding
    ).needing(.ranking)
  }

  static var maxDrop: Option<Percentage?> {
    .init(
      "max-drop-percent", "P%",
      "fail if a total fell by more than P percent; since --previous, or since the document "
        + "that -o replaces",
      role: .guarding
    ).needing(.ranking)
  }

  static var maxGrowth: Option<GrowthLimit?> {
    .init(
      "max-growth-percent", "P%",
      "fail if a total rose by more than P percent, as where two exports lie in one folder",
      role: .guarding
    ).needing(.ranking)
  }

  /// Without it `Aggregation` uses its own limit for the binary scale.
  static var maxUnmigrated: Option<Percentage?> {
    .init(
      "max-unmigrated", "P%",
      "fail if more than P percent of the events are rated 4, 3 or 2, which the binary scale "
        + "does not count",
      unset: "1% with '--scale binary'", role: .guarding
    ).needing(.ranking)
  }

  static var maxChurn: Option<Int?> {
    .init(
      "max-churn", "N", "fail if more than N places have another joke than before",
      in: 0...Int.max, role: .guarding
    ).needing(.ranking)
  }

  static var maxInputAge: Option<TimeSpan?> {
    .init(
      "max-input-age", "TIME",
      "fail if the newest file of an operand is older than TIME, such as 26h", role: .guarding)
  }
}

/// The options of additional reports.
extension Option {
  static var previous: Option<String?> {
    .init(
      "previous", "FILE",
      "show what moved since this ranking; default: since the document that -o replaces",
      naming: .file, role: .call
    ).needing(.ranking)
  }

  static var jokes: Option<String?> {
    .init(
      "jokes", "FILE",
      "an export of jokes; show their texts, and warn of jokes that no longer exist",
      naming: .file
    ).needing(.ranking)
  }

  static var withScores: Option<Bool> {
    .init(
      "with-scores",
      "show two scores of each listed joke, for its share of hilarious or horrible ratings; the "
        + "Wilson bound and the Bayesian mean; the order stays that of the counts"
    ).needing(.ranking)
  }

  static var dedupeReport: Option<Bool> {
    .init(
      "dedupe-report",
      "show how many votes each policy of --dedupe leaves out, and what would move; takes "
        + "the memory of both"
    ).needing(.everyEvent)
  }

  static var compatReport: Option<Bool> {
    .init(
      "compat-report",
      "show which events the app's own script counts differently, and what it would rank",
      excluding: ["dedupe", "week", "since", "until"]
    ).needing(.everyEvent)
  }

  /// Excludes all options of publication and comparison.
  static var explain: Option<String?> {
    .init(
      "explain", "JOKE_ID",
      "print why this joke is listed or not; every event of it, what became of each, and how far the "
        + "joke is from the last place of each list; nothing is published; with --dedupe it takes "
        + "some 300 bytes of memory an event of the joke",
      excluding: [
        "output", "force", "dry-run", "check", "as", "previous", "jokes", "min-events",
        "max-drop-percent", "max-growth-percent", "max-unmigrated", "max-churn",
        "server-timestamp", "dedupe-report", "compat-report", "weeks", "with-scores", "report",
      ]
    ).needing(.everyEvent)
  }

  static var explainAs: Option<ExplanationShape> {
    .init(
      "explain-as", "SHAPE",
      "the explanation as a table, or as ndjson; an event a line, and the joke in the last",
      default: .table)
  }
}
