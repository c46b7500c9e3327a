import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// `preview-feed`: shows the jokes that a device would show, in their order.
@main
struct PreviewFeed: Tool {
  static let tool = ToolDescription(
    name: "preview-feed", version: Version.text,
    summary: "Show the jokes that a device would show, in their order",
    usage: [
      "CATALOGUE DUMP", "CATALOGUE DUMP --saved", "CATALOGUE DUMP --rated VERDICT",
      "CATALOGUE DUMP --explain ID", "--verify SUMMARY",
    ],
    examples: [
      .init("preview-feed jokes.ndjson device.plist --limit 20", "the first 20 jokes"),
      .init("preview-feed jokes.ndjson device.plist --explain ID", "why a joke is there"),
      .init("preview-feed jokes.ndjson device.plist --saved", "the saved jokes"),
      .init("preview-feed jokes.ndjson device.plist --rated hilarious", "the best-liked jokes"),
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
      commonest: [
        "category", "date", "limit", "saved", "rated", "explain", "as", "output",
      ],
      [
        .init(
          "Feed", .category, .date, .viewed, .sessionRated, .refresh, .limit, .saved, .rated,
          .explain, .shape, .device),
        .init(
          .output, .dryRun, .verify, .output.withHelp(OutputSet.resultHelp), .force, .lockWait),
        .init(
          .oddInput,
          .format.withHelp(
            "read the catalogue, or the dump, as this format; --list-formats prints the names "
              + "and says which of the two each is"), .salvage, .rejects, .collection,
          .allowEmpty, .listFormats()),
        .init(.guards, .maxRejects),
        .init(.reports, .summary, .metrics, .hash),
        .afterwards,
        .messages(),
      ]),
    notes: [
      "Order: jokes not seen, seen but not rated, rated; inside these by popularity_score, highest "
        + "first, and by their place in the catalogue. From January to October jokes tagged "
        + "'christmas' come behind all others."
    ],
    exits: [
      .doneWithRejects, .guardTripped, .badData, .noInput, .missingProgram, .cannotCreate,
      .locked, .permission,
    ])

  static func perform(_ run: ToolRun) throws -> ExitStatus {
    var preview = try Preview(run)
    return try preview.perform()
  }
}

/// The options of `preview-feed` that no other tool has, or whose help differs.
extension Option {
  static var category: Option<JokeCategory?> {
    .init("category", "NAME", "show only jokes of this category")
  }

  static var date: Option<CalendarDate?> {
    .init(
      "date", "DATE",
      "show the feed of this day; it decides whether Christmas jokes are in season",
      unset: "the day of SOURCE_DATE_EPOCH, then today, in UTC")
  }

  static var viewed: Option<ArgumentList> {
    .init(
      "viewed", "ID,…", "count these jokes as seen, in this order", default: ArgumentList())
  }

  static var sessionRated: Option<ArgumentList> {
    .init(
      "session-rated", "ID,…",
      "these jokes were rated since the last refresh; they count as unrated, and keep their tier",
      default: ArgumentList())
  }

  static var refresh: Option<Bool> {
    .init("refresh", "refresh the feed; jokes rated in the session move")
  }

  static var limit: Option<Int?> {
    .init("limit", "N", "show at most N jokes", in: 1...Int.max)
  }

  static var saved: Option<Bool> {
    .init(
      "saved", "show the saved jokes instead; newest saved first",
      excluding: ["viewed", "session-rated", "refresh"])
  }

  static var rated: Option<BinaryRating?> {
    .init(
      "rated", "VERDICT",
      "show the jokes that the device rated so instead; newest rated first",
      excluding: ["viewed", "session-rated", "refresh", "saved"])
  }

  static var explain: Option<String?> {
    .init(
      "explain", "ID", "print why this joke is where it is, or is not shown",
      excluding: ["saved", "rated"])
  }

  static var shape: Option<ListShape> {
    .init("as", "SHAPE", "the result as table, json or ids", default: .table)
  }

  static var device: Option<String?> { .device("use only the dump of this device") }

  static var collection: Option<CollectionPath> {
    .collection("read the jokes of this collection in the catalogue", default: .jokes)
  }
}
