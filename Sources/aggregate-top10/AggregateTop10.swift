import ByteIO
import Console
import Formats
import Jokes
import Reports
import Wiring

/// `aggregate-top10`: counts every rating event and writes the all-time ranking.
@main
struct AggregateTop10 {
  struct Options: Sendable {
    var shared = SharedOptions()
    var shape = RankingDocument.Shape.json
    var length = 10
    var scale = RatingScale.binary
    var previous: String?
    var jokes: String?
    var database: DatabaseName?
    var serverTimestamp: String?
    var minEvents = 0
    var maxDrop: Percentage?
    var maxGrowth: GrowthLimit?
    var maxChurn: Int?
    /// Nil is what `Aggregation` takes for a ranking on the binary scale.
    var maxUnmigrated: Percentage?
    var maxInputAge: TimeSpan?
    var collection = CollectionPath.ratingEvents
    var allowsEmpty = false
    var duplicates = DuplicatePolicy.count
    var dedupe = VotePolicy.everyVote
    var reportsDedupe = false
    var reportsCompatibility = false
    var explained: String?
    var explanationShape = VoteListing.Shape.table
  }

  static let tool = ToolDescription<Options>(
    name: "aggregate-top10", version: Version.text,
    summary: "Rank the ten most hilarious and the ten most horrible jokes of all time",
    usage: [
      "INPUT…", "INPUT… -o PATH [--previous FILE]", "INPUT… --dry-run", "INPUT… --explain JOKE_ID",
      "--verify SUMMARY",
    ],
    examples: [
      .init("aggregate-top10 ratings.ndjson", "print the ranking"),
      .init("aggregate-top10 ratings.ndjson -o all_time.json", "write the document"),
      .init("aggregate-top10 ratings.ndjson --scale five-point", "rank data not yet migrated"),
      .init("aggregate-top10 ratings.ndjson --explain JOKE_ID", "why a joke is not listed"),
      .init(
        "aggregate-top10 exports/ -o all_time.json --min-events 1000 --quiet",
        "replace last night's document, from cron"),
      .init(
        "aggregate-top10 ratings.ndjson --as commit --database projects/p/databases/d",
        "print the request that publishes the ranking"),
    ],
    promise: "An input is never written to. The old document stays until the new one is whole.",
    operands: .init(
      "INPUT",
      "exports of rating_events (plain JSON, managed exports, pages of the REST API, files of "
        + "backup tools): "
        + "files, directories, or '-' for standard input"),
    options: OptionTable(
      defaults: Options(),
      commonest: [
        "scale", "as", "dry-run", "output", "min-events", "max-drop-percent", "explain", "quiet",
      ],
      [
        .init(
          "Ranking",
          [
            .value(
              "top", "N", "how many jokes each list has at most", \.length, range: 1...1_000_000),
            .value(
              "scale", "NAME",
              "binary, or five-point for data not yet migrated; that counts 4 as 5, and 2 as 1",
              \.scale),
            .value("as", "SHAPE", "the document as json, firestore, commit or import", \.shape),
            .value(
              "database", "NAME",
              "projects/P/databases/D, for the document's name; needed by --as commit",
              \.database),
            .value(
              "server-timestamp", "FIELD",
              "let the server set FIELD, which is computed_at; for '--as commit' alone",
              \.serverTimestamp
            ).excluding("now"),
            .value(
              "dedupe", "POLICY",
              "which votes of one device for one joke count; none leaves out none, as the app does; "
                + "week counts the latest of each week, device-latest the latest; takes up to 100 "
                + "bytes of memory a vote",
              \.dedupe),
          ])
      ]
        + SharedOptions.sections(
          at: \.shared, for: [.dryRun, .verify, .check, .output, .force, .lockWait],
          help: [
            .output: "write the document to PATH; an all_time document there is replaced; '-', the "
              + "default, is standard output",
            .check: "exit 2 if the ranking differs from the one in PATH; write nothing",
            .force: "replace PATH, whatever it holds",
          ]) + [
          .init(
            SharedOptions.SectionTitle.oddInput,
            [
              .collection(\.collection, "count the documents of this collection"),
              .allowEmpty(\.allowsEmpty),
              .value(
                "duplicates", "WHAT",
                "what to do with a document that is read twice: count it twice, count the first, "
                  + "or fail; first takes up to 70 bytes of memory a document, fail up to 200",
                \.duplicates),
            ]),
          .init(
            SharedOptions.SectionTitle.guards,
            [
              .value(
                "min-events", "N", "fail if fewer than N events count", \.minEvents,
                range: 0...Int.max
              ).playing(.guarding),
              .value(
                "max-drop-percent", "P%",
                "fail if a total fell by more than P percent; since --previous, or since the document "
                  + "that -o replaces", \.maxDrop
              ).playing(.guarding),
              .value(
                "max-growth-percent", "P%",
                "fail if a total rose by more than P percent, as where two exports lie in one folder",
                \.maxGrowth
              ).playing(.guarding),
              .value(
                "max-unmigrated", "P%",
                "fail if more than P percent of the events are rated 4, 3 or 2, which the binary scale "
                  + "does not count", \.maxUnmigrated
              ).playing(.guarding).unset(means: "1% with '--scale binary'"),
              .value(
                "max-churn", "N", "fail if more than N places have another joke than before",
                \.maxChurn,
                range: 0...Int.max
              ).playing(.guarding),
              .value(
                "max-input-age", "TIME",
                "fail if the newest file of an operand is older than TIME, such as 26h",
                \.maxInputAge
              ).playing(.guarding),
            ]),
          .init(
            SharedOptions.SectionTitle.reports,
            [
              .value(
                "previous", "FILE",
                "show what moved since this ranking; default: since the document that -o replaces",
                \.previous
              ).naming(.file).playing(.call),
              .value(
                "jokes", "FILE",
                "an export of jokes; show their texts, and warn of jokes that no longer exist",
                \.jokes
              ).naming(.fileOrDirectory).playing(.call),
              .flag(
                "dedupe-report",
                "show how many votes each policy of --dedupe leaves out, and what would move; takes "
                  + "the memory of both", \.reportsDedupe),
              .flag(
                "compat-report",
                "show which events the app's own script counts differently, and what it would rank",
                \.reportsCompatibility
              ).excluding("dedupe"),
              explanation,
              .value(
                "explain-as", "SHAPE",
                "the explanation as a table, or as ndjson; an event a line, and the joke in the last",
                \.explanationShape),
            ]),
        ]
        + SharedOptions.sections(
          at: \.shared,
          for: [
            .format, .salvage, .maxRejects, .rejects, .mended, .expectCount, .expectDigest,
            .summary, .hash,
            .redact, .jobs, .now,
          ] + SharedOption.unattended + SharedOption.speech,
          help: [
            .format: FormatList.optionHelp,
            .now: "the document's computed_at: RFC 3339, or whole seconds since 1970; default: "
              + "SOURCE_DATE_EPOCH, then the clock",
          ])
        + [.init(SharedOptions.SectionTitle.oddInput, [.listFormats(of: .documents)])]),
    shared: \.shared,
    notes: [
      "Order: count, then joke id by its UTF-8 bytes. The totals are of all jokes, ranked or not."
    ],
    exits: .ofWorkOnFiles)

  /// Nothing of what publishes, or compares with what is published, goes with it.
  private static let explanation = [
    "output", "force", "dry-run", "check", "as", "previous", "jokes", "min-events",
    "max-drop-percent", "max-growth-percent", "max-unmigrated", "max-churn", "server-timestamp",
    "dedupe-report", "compat-report",
  ].reduce(
    OptionTable<Options>.Entry.value(
      "explain", "JOKE_ID",
      "print why this joke is listed or not; every event of it, what became of each, and how far the "
        + "joke is from the last place of each list; nothing is published; with --dedupe it takes "
        + "some 300 bytes of memory an event of the joke", \.explained)
  ) { $0.excluding($1) }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exitProcess(
      runTool(tool, arguments: arguments) { run in
        try ReportedRun.of(run, tool: tool.name) { run in
          var aggregation = try Aggregation(run)
          return try aggregation.perform()
        }
      }.rawValue)
  }
}
