import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// `migrate-ratings`: turns five-point ratings into binary ones, in exports and in dumps.
@main
struct MigrateRatings: Tool {
  static let tool = ToolDescription(
    name: "migrate-ratings", version: Version.text,
    summary: "Make five-point ratings binary: 4 becomes 5, 2 becomes 1, 3 is deleted",
    usage: [
      "INPUT… --dry-run [--plan-out FILE]", "INPUT… -o PATH [--batches DIR]", "INPUT… --in-place",
      "INPUT… --check", "DIR… --merge-batches --batches DIR", "--plan FILE", "--undo JOURNAL",
      "--verify SUMMARY",
    ],
    examples: [
      .init("migrate-ratings ratings.ndjson --dry-run", "show what would change"),
      .init("migrate-ratings ratings.ndjson -o migrated.ndjson", "write a migrated copy"),
      .init("migrate-ratings ratings.ndjson --in-place", "replace it; keep a journal"),
      .init("migrate-ratings --undo ratings.ndjson.journal", "restore it"),
      .init(
        "migrate-ratings ratings.ndjson --batches batches --database projects/p/databases/d",
        "write the commit requests for the live database, and those that undo them"),
      .init("migrate-ratings dumps/ -o migrated/", "migrate a directory of UserDefaults dumps"),
      .init(
        "migrate-ratings 2026-03-26/ -o migrated/2026-03-26/",
        "migrate a managed export; the copy keeps its name, which the import needs"),
    ],
    promise: "An input is never changed unless --in-place is given; only the bytes of the "
      + "ratings change, and of documents that are deleted.",
    operands: .init(
      "INPUT",
      "exports of rating_events (plain JSON, managed exports, pages of the REST API, files of "
        + "backup tools) or UserDefaults dumps (JSON, XML or binary property list); files, "
        + "directories, or '-' for standard input"),
    options: OptionTable(
      commonest: [
        "dry-run", "plan-out", "plan", "check", "output", "in-place", "undo", "batches",
      ],
      OptionSection.rewriting(output: .output.withHelp(OutputSet.optionHelp)) + [
        .init(
          "Batches", .batches, .batchSize, .batchBytes, .database, .serverTimestamp, .mergeBatches),
        .init(
          .oddInput, .shard, .listShare, .collection, .allowEmpty(or: "none has a rating"),
          .unexpected, .format, .salvage,
          .rejects,
          .mended,
          .listFormats(writes: true)),
        .init(.guards, .maxDelete, .maxChange, .maxRejects, .expectCount, .expectDigest),
        .init(.reports, .sample, .summary, .report, .metrics, .hash, .redact),
        .afterwards,
        .init(.running, .jobs),
        .messages(verbose: .verbose.withHelp("show every change")),
      ]),
    notes: [
      "A second run changes nothing: 5 and 1 stay as they are, and a migrated dump is marked."
    ],
    exits: .ofWorkOnFiles)

  static func hasOtherOutputs(_ run: ToolRun) -> Bool { run.arguments[.batches] != nil }

  static func perform(_ run: ToolRun) throws -> ExitStatus {
    if run.arguments[.listShare] {
      return try ShareListing.print(run, InputList.Dealing(run.arguments))
    }
    if run.arguments[.mergeBatches] {
      var merge = try BatchMerge(run, into: run.arguments[.batches])
      return try merge.perform()
    }
    var migration = try Migration(run)
    return try migration.perform()
  }
}
