import ByteIO
import Console
import Formats
import Jokes
import Reports
import Wiring

/// `preview-feed`: shows the jokes that a device would show, in their order.
@main
struct PreviewFeed {
  struct Options: Sendable {
    var shared = SharedOptions()
    var category: JokeCategory?
    var date: CalendarDate?
    var viewed = ArgumentList()
    var ratedInSession = ArgumentList()
    var isRefreshed = false
    var showsSaved = false
    var explained: String?
    var limit: Int?
    var shape = FeedListing.Shape.table
    var collection = CollectionPath.jokes
  }

  static let tool = ToolDescription<Options>(
    name: "preview-feed", version: Version.text,
    summary: "show the feed of jokes that a device would show, in its order",
    usage: [
      "CATALOGUE DUMP", "CATALOGUE DUMP --saved", "CATALOGUE DUMP --explain ID", "--verify SUMMARY",
    ],
    examples: [
      .init("preview-feed jokes.ndjson device.plist --limit 20", "the first twenty jokes"),
      .init(
        "preview-feed jokes.ndjson device.plist --date 2026-12-01 --as ids",
        "the order in December, an id a line"),
      .init(
        "preview-feed jokes.ndjson device.plist --explain ID",
        "why a joke stands where it does, or is not shown"),
    ],
    promise: "No input is ever written to: impressions and ratings given as options are only "
      + "imagined.",
    operands: .init(
      "FILE",
      "first the CATALOGUE, an export of jokes (a file, a directory of them, a managed export), then the DUMP of "
        + "one device's UserDefaults; '-' for standard input",
      count: 2...2, names: ["CATALOGUE", "DUMP"]),
    options: OptionTable(
      defaults: Options(), [feedSection] + sharedSections + [inputSection]),
    shared: \.shared,
    notes: [
      "Order: jokes not seen, seen but not rated, rated; inside these by popularity_score, highest "
        + "first, and by their place in the catalogue. From January to October jokes tagged "
        + "'christmas' come behind all others."
    ],
    exits: [
      .doneWithRejects, .guardTripped, .badData, .noInput, .missingProgram, .cannotCreate,
      .permission,
    ])

  private static let feedSection = OptionTable<Options>.Section(
    "Feed",
    [
      .value("category", "NAME", "show jokes of this category alone", \.category),
      .value(
        "date", "DATE", "the day for which Christmas jokes are in season or not", \.date
      ).unset(means: "today in UTC"),
      .value(
        "viewed", "ID,…", "count these jokes as seen, in this order, before the feed is ordered",
        \.viewed),
      .value(
        "session-rated", "ID,…",
        "these were rated since the last refresh: they count as unrated, and keep their tier",
        \.ratedInSession),
      .flag("refresh", "refresh the feed: jokes rated in the session move", \.isRefreshed),
      .value("limit", "N", "show so many jokes at most", \.limit, range: 1...Int.max),
      .flag("saved", "show the saved jokes instead, newest saved first", \.showsSaved)
        .excluding("viewed").excluding("session-rated").excluding("refresh"),
      .value(
        "explain", "ID", "say instead why this joke stands where it does, or is not shown",
        \.explained
      ).excluding("saved"),
      .value("as", "SHAPE", "the shape of the result", \.shape),
    ])

  private static let inputSection = OptionTable<Options>.Section(
    SharedOptions.SectionTitle.oddInput,
    [
      .collection(\.collection, "the collection of jokes, of those in the catalogue's export"),
      .listFormats(),
    ])

  private static let sharedSections = SharedOptions.sections(
    at: \Options.shared,
    for: [
      .dryRun, .verify, .output, .force, .lockWait, .format, .salvage, .maxRejects, .rejects,
      .summary,
      .hash,
    ] + SharedOption.unattended + SharedOption.speech,
    help: [
      .output: ResultFile.optionHelp,
      .format: "take the catalogue, or the dump, for this format, whichever it is one of; "
        + "--list-formats prints the names",
    ])

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exitProcess(
      runTool(tool, arguments: arguments) { run in
        try ReportedRun.of(run, tool: tool.name) { run in
          var preview = try Preview(run)
          return try preview.perform()
        }
      }.rawValue)
  }
}
