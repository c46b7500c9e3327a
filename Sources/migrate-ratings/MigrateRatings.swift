import ByteIO
import Console
import Formats
import Jokes
import Pipeline
import Wiring

/// `migrate-ratings`: turns five-point ratings into binary ones, in exports and in dumps.
@main
struct MigrateRatings {
  struct Options: Sendable {
    var shared = SharedOptions()
    var batches: String?
    var batchSize = 500
    var batchBytes = 9 << 20
    var database: DatabaseName?
    var serverTimestamp: String?
    var unexpected = UnexpectedRatingPolicy.keep
    var sample = 3
    var maxDelete: Percentage?
    var maxChange: Percentage?
    var collection = CollectionPath.ratingEvents
    var allowsEmpty = false

    /// What a batch may hold.
    var batchLimits: BatchLimits { BatchLimits(writeCount: batchSize, byteCount: batchBytes) }
  }

  static let tool = ToolDescription<Options>(
    name: "migrate-ratings", version: Version.text,
    summary: "Make five-point ratings binary: 4 becomes 5, 2 becomes 1, 3 is deleted",
    usage: [
      "INPUT… --dry-run [--plan-out FILE]", "INPUT… -o PATH [--batches DIR]", "INPUT… --in-place",
      "INPUT… --check", "--plan FILE", "--undo JOURNAL", "--verify SUMMARY",
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
      defaults: Options(),
      commonest: [
        "dry-run", "plan-out", "plan", "check", "output", "in-place", "undo", "batches",
      ],
      SharedOptions.sections(
        at: \.shared, for: SharedOption.rewriting, help: [.output: OutputPlan.optionHelp]) + [
          .init(
            "Batches",
            [
              .value(
                "batches", "DIR",
                "write commit requests for the live database to DIR; those that undo them go to "
                  + "DIR/undo; takes about 40 bytes of memory a document",
                \.batches
              ).naming(.directory),
              .value(
                "batch-size", "N",
                "writes in a batch; Firestore's own limit was lifted in 2023, that of its clients "
                  + "was not", \.batchSize, range: 1...500),
              .value(
                "batch-bytes", "N", "bytes in a batch; Firestore takes requests of 10 MiB",
                \.batchBytes, range: 1024...10_485_760),
              .value(
                "database", "NAME",
                "projects/P/databases/D, the database to write to; needed if the export does not "
                  + "name its documents in full",
                \.database),
              .value(
                "server-timestamp", "FIELD",
                "let the server set FIELD with every update; batches then hold half as many writes",
                \.serverTimestamp),
            ]),
          .init(
            SharedOptions.SectionTitle.oddInput,
            [
              .collection(\.collection, "migrate the documents of this collection"),
              .allowEmpty(\.allowsEmpty),
              .value(
                "unexpected", "WHAT",
                "what to do with a rating other than 1 to 5: keep it, delete the document, or "
                  + "fail", \.unexpected),
            ]),
          .init(
            SharedOptions.SectionTitle.guards,
            [
              .value(
                "max-delete-percent", "P%",
                "fail if more than P percent of the documents, or of the ratings in dumps, would be "
                  + "deleted", \.maxDelete
              ).playing(.guarding),
              .value(
                "max-change-percent", "P%",
                "fail if more than P percent of them would be changed or deleted", \.maxChange
              ).playing(.guarding),
            ]),
          .init(
            SharedOptions.SectionTitle.reports,
            [
              .value(
                "sample", "N", "how many changes a dry run shows", \.sample, range: 0...1_000_000
              ).playing(.call)
            ]),
        ]
        + SharedOptions.sections(
          at: \.shared,
          for: SharedOption.records + SharedOption.unattended + [.jobs] + SharedOption.speech,
          help: [
            .format: FormatList.optionHelp,
            .verbose: "show every change",
          ])
        + [.init(SharedOptions.SectionTitle.oddInput, [.listFormats(writes: true)])]),
    shared: \.shared,
    notes: [
      "A second run changes nothing: 5 and 1 stay as they are, and a migrated dump is marked."
    ],
    exits: .ofWorkOnFiles)

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exitProcess(runTool(tool, arguments: arguments, run).rawValue)
  }

  static func run(_ run: ToolRun<Options>) throws -> ExitStatus {
    try ReportedRun.of(run, tool: tool.name, hasOtherOutputs: { $0.options.batches != nil }) {
      run in
      var migration = try Migration(run)
      return try migration.perform()
    }
  }
}
