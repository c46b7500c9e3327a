import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// `aggregate-top10`: counts every rating event and writes the all-time ranking.
@main
struct AggregateTop10: Tool {
  static let tool = ToolDescription(
    name: "aggregate-top10", version: Version.text,
    summary: "Rank the ten most hilarious and the ten most horrible jokes of all time",
    usage: [
      "INPUT…", "INPUT… -o PATH [--previous FILE]", "INPUT… --dry-run", "INPUT… --explain JOKE_ID",
      "INPUT… --by week --weeks DIR -o PATH",
      "INPUT… --emit partial -o PATH", "--merge PARTIAL… -o PATH", "--verify SUMMARY",
    ],
    examples: [
      .init("aggregate-top10 ratings.ndjson", "print the ranking"),
      .init("aggregate-top10 ratings.ndjson -o all_time.json", "write the document"),
      .init("aggregate-top10 ratings.ndjson --scale five-point", "rank data not yet migrated"),
      .init("aggregate-top10 ratings.ndjson --explain JOKE_ID", "why a joke is not listed"),
      .init(
        "aggregate-top10 ratings.ndjson --by week --weeks weeks/ -o all_time.json",
        "write a document for each week too"),
      .init(
        "aggregate-top10 --merge partials/ -o all_time.json",
        "make the document of partial results"),
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
      commonest: [
        "scale", "as", "dry-run", "output", "min-events", "max-drop-percent", "explain", "quiet",
      ],
      [
        .init("Ranking", .top, .scale, .shape, .database, .serverTimestamp, .dedupe),
        .init(
          .output, .dryRun, .verify,
          .check.withHelp(
            "exit 2 if the ranking differs from the one in PATH; write only reports, such as "
              + "--rejects"
          )
          .needing(.ranking),
          .output.withHelp(
            "write the document to PATH; one with the same id there is replaced; '-', the "
              + "default, is standard output"),
          .force.withHelp("replace PATH, whatever it holds"), .lockWait),
        .init("Weeks", .by, .weeks, .week, .since, .until),
        .init("Partial results", .emit, .shard, .listShare, .merge, .partials),
        .init(
          .oddInput, .collection,
          .allowEmpty(or: "no event counts and the replaced ranking has jokes"), .duplicates,
          .format(of: .documents), .salvage,
          .rejects, .mended.needing(.everyEvent),
          .listFormats(of: .documents)),
        .init(
          .guards, .minEvents, .maxDrop, .maxGrowth, .maxUnmigrated, .maxChurn, .maxInputAge,
          .maxRejects,
          .expectCount, .expectDigest),
        .init(
          .reports, .previous, .jokes, .withScores, .dedupeReport, .compatReport, .explain,
          .explainAs, .summary, .report,
          .metrics, .hash, .redact),
        .afterwards,
        .init(
          .running, .jobs,
          .now.withHelp(
            "the document's computed_at: RFC 3339, or whole seconds since 1970; default: "
              + "SOURCE_DATE_EPOCH, then the clock")),
        .messages(),
      ]),
    notes: [
      "Order: count, then joke id by its UTF-8 bytes. The totals are of all jokes, ranked or not."
    ],
    exits: .ofWorkOnFiles)

  static func hasOtherOutputs(_ run: ToolRun) -> Bool { run.arguments[.weeks] != nil }

  static func perform(_ run: ToolRun) throws -> ExitStatus {
    if run.arguments[.listShare] { return try ShareListing.print(run, .bytes) }
    var aggregation = try Aggregation(run)
    return try aggregation.perform()
  }
}
