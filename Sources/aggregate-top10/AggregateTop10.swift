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
    var minEvents = 0
    var maxDrop: Percentage?
    var maxChurn: Int?
    var maxInputAge: TimeSpan?
    var collection = CollectionPath.ratingEvents
    var duplicates = DuplicatePolicy.count
    var dedupe = VotePolicy.everyVote
    var reportsDedupe = false
    var reportsCompatibility = false
    var explained: String?
    var explanationShape = VoteListing.Shape.table
  }

  static let tool = ToolDescription<Options>(
    name: "aggregate-top10", version: Version.text,
    summary: "rank the ten most hilarious and the ten most horrible jokes of all time",
    usage: [
      "INPUT…", "INPUT… -o PATH [--previous FILE]", "INPUT… --dry-run", "INPUT… --explain JOKE_ID",
      "--verify SUMMARY",
    ],
    examples: [
      .init("aggregate-top10 ratings.ndjson", "print the ranking document"),
      .init(
        "aggregate-top10 exports/ -o all_time.json --min-events 1 --quiet",
        "replace last night's document, from cron"),
      .init(
        "aggregate-top10 ratings.ndjson --scale five-point", "rank data that is not migrated yet"),
      .init(
        "aggregate-top10 ratings.ndjson --as commit --database projects/p/databases/d",
        "print the request that publishes the ranking"),
      .init(
        "aggregate-top10 ratings.ndjson --explain lettuce-in",
        "every vote for a joke, and how far it is from the list"),
    ],
    promise: "An input is never written to, and the old document stays until the new one is whole.",
    operands: .init(
      "INPUT",
      "exports of rating_events (plain JSON, managed exports, pages of the REST API, files of "
        + "backup tools): "
        + "files, directories, or '-' for standard input"),
    options: OptionTable(
      defaults: Options(),
      [
        .init(
          "Ranking",
          [
            .value("top", "N", "jokes on each list, at most", \.length, range: 1...1_000_000),
            .value(
              "scale", "NAME",
              "what counts: 5 and 1 alone, or also 4 and 2, for data that is not migrated yet",
              \.scale),
            .value("as", "SHAPE", "the shape of the document", \.shape),
            .value(
              "database", "NAME",
              "projects/P/databases/D, for the document's name; '--as commit' needs it",
              \.database),
            .value(
              "dedupe", "POLICY",
              "of a device's votes for one joke count them all, as the app does, the latest of each "
                + "week, or the latest; to know them takes up to 100 bytes of memory a vote",
              \.dedupe),
          ])
      ]
        + SharedOptions.sections(
          at: \.shared, for: [.dryRun, .verify, .check, .output, .force, .lockWait],
          help: [
            .output: "write the document to PATH, replacing an all_time document that is there; "
              + "'-' is standard output, and the default",
            .check: "write nothing; exit 2 where the ranking is not the one in PATH",
            .force: "replace PATH whatever it is",
          ]) + [
          .init(
            SharedOptions.SectionTitle.oddInput,
            [
              .collection(\.collection, "the collection to count, of those in an export"),
              .value(
                "duplicates", "WHAT",
                "what to do about a document that is read twice: count it twice, count the first, or "
                  + "fail; to notice takes up to 70 bytes of memory a document, to fail up to 200",
                \.duplicates),
            ]),
          .init(
            SharedOptions.SectionTitle.guards,
            [
              .value(
                "min-events", "N", "fewer than N events count", \.minEvents, range: 0...Int.max
              ).playing(.guarding),
              .value(
                "max-drop-percent", "P%",
                "the hilarious or the horrible ratings in total are more than P percent fewer than "
                  + "those of --previous, or of the document that -o replaces", \.maxDrop
              ).playing(.guarding),
              .value(
                "max-churn", "N", "more than N places have another joke than there", \.maxChurn,
                range: 0...Int.max
              ).playing(.guarding),
              .value(
                "max-input-age", "TIME",
                "the newest file of an operand was last written longer ago than TIME, such as 26h",
                \.maxInputAge
              ).playing(.guarding),
            ]),
          .init(
            SharedOptions.SectionTitle.reports,
            [
              .value(
                "previous", "FILE",
                "show what moved since this ranking; default: the document that -o replaces",
                \.previous
              ).naming(.file).playing(.call),
              .value(
                "jokes", "FILE",
                "an export of jokes: show their texts, and warn of jokes that no longer exist",
                \.jokes
              ).naming(.fileOrDirectory).playing(.call),
              .flag(
                "dedupe-report",
                "show how many votes each policy of --dedupe leaves out, and what would move; takes the "
                  + "memory of both", \.reportsDedupe),
              .flag(
                "compat-report",
                "show which events the app's own script reads differently, and what it would rank",
                \.reportsCompatibility
              ).excluding("dedupe"),
              explanation,
              .value(
                "explain-as", "SHAPE",
                "the shape of the explanation; in ndjson each line is an event, and the last the joke",
                \.explanationShape),
            ]),
        ]
        + SharedOptions.sections(
          at: \.shared,
          for: [
            .format, .salvage, .maxRejects, .rejects, .expectCount, .expectDigest, .summary, .hash,
            .redact, .jobs, .now,
          ] + SharedOption.unattended + SharedOption.speech,
          help: [
            .format: FormatList.optionHelp,
            .now: "the time that the document says it was computed: RFC 3339, or whole seconds "
              + "since 1970; default: SOURCE_DATE_EPOCH, then the clock",
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
    "max-drop-percent", "max-churn", "dedupe-report", "compat-report",
  ].reduce(
    OptionTable<Options>.Entry.value(
      "explain", "JOKE_ID",
      "print instead every event of this joke, with what became of it, and how far the joke is from "
        + "the last place of each list; nothing is published; under a policy of --dedupe, to hold them takes "
        + "some 300 bytes of memory an event", \.explained)
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
