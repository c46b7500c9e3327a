import Formats
import Runs
import Scan
import SystemIO

/// `edit-saved`: saves, unsaves and rates jokes in a dump, as the app's buttons do, or lists the
/// saved ones.
@main
struct EditSaved: Tool {
  static let tool = ToolDescription(
    name: "edit-saved", version: Version.text,
    summary: "Save, unsave and rate jokes in a UserDefaults dump, or list the saved ones",
    usage: [
      "DUMP [--save ID,…] [--unsave ID,…] [--rate ID=VERDICT,…] -o PATH",
      "DUMP [--save ID,…] [--unsave ID,…] [--rate ID=VERDICT,…] --in-place",
      "DUMP --list", "--plan FILE", "--undo JOURNAL", "--verify SUMMARY",
    ],
    examples: [
      .init("edit-saved device.plist --list", "print the saved jokes"),
      .init("edit-saved device.plist --save ID --dry-run", "show what would change"),
      .init("edit-saved device.plist --unsave ID --in-place", "unsave a joke"),
      .init("edit-saved device.plist --rate ID=hilarious --in-place", "rate a joke"),
      .init("edit-saved --undo device.plist.journal", "restore the dump"),
      .init(
        "edit-saved device.plist --save ID,ID --now 2026-03-01T00:00:00Z -o saved.plist",
        "write a copy with two jokes saved at that time"),
    ],
    promise: "An input is never changed unless --in-place is given. Saving leaves ratings as they "
      + "are, rating leaves the saved jokes; everything that is not about the jokes named stays.",
    operands: .init(
      "DUMP",
      "the UserDefaults dump of one device (JSON, or an XML or binary property list): a file, or "
        + "'-' for standard input; with --device also a file or a directory of several dumps",
      count: 1...1),
    options: OptionTable(
      commonest: ["save", "unsave", "rate", "list", "dry-run", "output", "in-place", "undo"],
      [.init("Jokes", .save, .unsave, .rate, .list, .shape, .device)]
        + OptionSection.rewriting(
          output: .output.withHelp(
            "write the result to PATH; '-' is standard output, the default of --list"),
          undo: .undo.withHelp("restore the dump that a run changed; -o writes it elsewhere")) + [
          .init(.oddInput, .format(of: .dumps), .listFormats(of: .dumps, writes: true)),
          .init(.reports, .summary, .metrics, .hash, .redact),
          .afterwards,
          .init(
            .running,
            .now.withHelp(
              "when the jokes were saved or rated; RFC 3339, or whole seconds since 1970; default: "
                + "SOURCE_DATE_EPOCH, then the clock")),
          .messages(verbose: .verbose.withHelp("show what becomes of every joke named")),
        ]),
    notes: [
      "Saving a saved joke or rating a rated one renews its time; unsaving one that is not saved "
        + "changes nothing."
    ],
    exits: [
      .changesPending, .badData, .noInput, .missingProgram, .cannotCreate, .locked, .permission,
    ])

  static func perform(_ run: ToolRun) throws -> ExitStatus {
    if run.arguments[.list] {
      var listing = try Listing(run)
      return try listing.perform()
    }
    var editing = try Editing(run)
    return try editing.perform()
  }
}

/// The options of `edit-saved` that no other tool has, or whose help differs.
extension Option {
  static var save: Option<ArgumentList> {
    .init(
      "save", "ID,…", "save these jokes; at the time that --now says", default: ArgumentList())
  }

  static var unsave: Option<ArgumentList> {
    .init(
      "unsave", "ID,…", "unsave these jokes; their times are removed as well",
      default: ArgumentList())
  }

  static var rate: Option<VerdictList> {
    .init(
      "rate", "ID=VERDICT,…",
      "rate these jokes hilarious, horrible or none; none removes a rating",
      default: VerdictList())
  }

  static var list: Option<Bool> {
    .init(
      "list", "print the saved jokes instead; newest saved first",
      excluding: [
        "save", "unsave", "rate", "in-place", "check", "now", "plan-out", "journal", "prove-undo",
        "resume", "checkpoint-bytes",
      ])
  }

  static var shape: Option<ListShape> {
    .init(
      "as", "SHAPE", "the list as table, json or ids", default: .table,
      excluding: ["save", "unsave", "rate"])
  }

  static var device: Option<String?> {
    .device("edit or list only the dump of this device")
  }
}
