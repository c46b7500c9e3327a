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
    var device: String?
    var limit: Int?
    var shape = FeedListing.Shape.table
    var collection = CollectionPath.jokes
  }

  static let tool = ToolDescription<Options>(
    name: "preview-feed", version: Version.text,
    summary: "Show the jokes that a device would show, in their order",
    usage: [
      "CATALOGUE DUMP", "CATALOGUE DUMP --saved", "CATALOGUE DUMP --explain ID", "--verify SUMMARY",
    ],
    examples: [
      .init("preview-feed jokes.ndjson device.plist --limit 20", "the first 20 jokes"),
      .init("preview-feed jokes.ndjson device.plist --explain ID", "why a joke is there"),
      .init("preview-feed jokes.ndjson device.plist --saved", "the saved jokes"),
      .init("preview-feed jokes.ndjson device.plist --date 2026-12-01", "in December"),
    ],
    promise: "No input is ever written to; --viewed and --session-rated only change what is shown.",
    operands: .init(
      "FILE",
      "first the CATALOGUE, an export of jokes (a file, a directory of them, a managed export), then the DUMP of "
        + "one device's UserDefaults, or with --device a file or directory of several; '-' for "
        + "standard input",
      count: 2...2, names: ["CATALOGUE", "DUMP"]),
    options: OptionTable(
      defaults: Options(),
      commonest: [
        "category", "date", "viewed", "limit", "saved", "explain", "as", "output",
      ],
      [feedSection] + sharedSections + [inputSection]),
    shared: \.shared,
    notes: [
      "Order: jokes not seen, seen but not rated, rated; inside these by popularity_score, highest "
        + "first, and by their place in the catalogue. From January to October jokes tagged "
        + "'christmas' come behind all others."
    ],
    exits: [
      .doneWithRejects, .guardTripped, .badData, .noInput, .missingProgram, .cannotCreate,
      .locked, .permission,
    ])

  private static let feedSection = OptionTable<Options>.Section(
    "Feed",
    [
      .value("category", "NAME", "show only jokes of this category", \.category),
      .value(
        "date", "DATE",
        "show the feed of this day; it decides whether Christmas jokes are in season", \.date
      ).unset(means: "today in UTC"),
      .value(
        "viewed", "ID,…", "count these jokes as seen, in this order",
        \.viewed),
      .value(
        "session-rated", "ID,…",
        "these jokes were rated since the last refresh; they count as unrated, and keep their tier",
        \.ratedInSession),
      .flag("refresh", "refresh the feed; jokes rated in the session move", \.isRefreshed),
      .value("limit", "N", "show at most N jokes", \.limit, range: 1...Int.max),
      .flag("saved", "show the saved jokes instead; newest saved first", \.showsSaved)
        .excluding("viewed").excluding("session-rated").excluding("refresh"),
      .value(
        "explain", "ID", "print why this joke is where it is, or is not shown",
        \.explained
      ).excluding("saved"),
      .value("as", "SHAPE", "the result as table, json or ids", \.shape),
      .device(\.device, "take the dump of this device, of several"),
    ])

  private static let inputSection = OptionTable<Options>.Section(
    SharedOptions.SectionTitle.oddInput,
    [
      .collection(\.collection, "read the jokes of this collection in the catalogue"),
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
      .format: "read the catalogue, or the dump, as this format; --list-formats prints the names "
        + "and says which of the two each is",
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
