import ByteIO
import Console
import Formats
import Wiring

/// `read-export`: prints every document of any export, one a line.
@main
struct ReadExport {
  struct Options: Sendable {
    var shared = SharedOptions()
    var collection: CollectionPath?
    var isPlain = false
    var counts = false
  }

  static let tool = ToolDescription<Options>(
    name: "read-export", version: Version.text,
    summary: "print every document of any export, one a line",
    usage: ["INPUT…", "INPUT… --plain [-o PATH]", "INPUT… --count", "INPUT… --check"],
    examples: [
      .init("read-export export.json | jq .fields.rating", "look into an export with jq"),
      .init("read-export export.json --collection jokes --plain", "only the jokes, without types"),
      .init("read-export exports/ --count", "how many documents each collection has"),
      .init("read-export exports/ --check", "see whether all of it is whole and can be read"),
    ],
    promise: "An input is never written to.",
    operands: .init(
      "INPUT",
      "exports of documents in any format that is read, compressed or not: files, directories, or "
        + "'-' for standard input"),
    options: OptionTable(defaults: Options(), sections),
    shared: \.shared,
    notes: [
      "A line is {\"name\":…,\"fields\":{…},\"createTime\":…,\"updateTime\":…}, with the values "
        + "typed as in the Firestore REST API; the name is as much as the export says: the full "
        + "name, the path, the id, or nothing, and so are the times.",
      "A document that Firestore could not hold is a reject: a value of no type or of two, a field "
        + "twice, a number, time, place or name out of bounds. '--count' looks at no values. "
        + "'--check' also holds managed exports against the counts in their metadata, and fails "
        + "where a page of the REST API is missing.",
      "To standard output lines go as they are read: only the exit status tells whether they are "
        + "all. A file named with -o appears whole or not at all.",
    ],
    exits: [ExitStatus].ofWorkOnFiles.filter { $0 != .changesPending })

  private static var sections: [OptionTable<Options>.Section] {
    [
      .init(
        "Documents",
        [
          .collection(
            \.collection,
            "read the documents of this collection alone; those that do not say where they are "
              + "count as its own"),
          .flag(
            "plain",
            "print plain values instead of typed ones, with the name under '__name__'", \.isPlain),
          .flag(
            "count",
            "print how many documents each collection has instead; '*' stands for the ids in a "
              + "collection's path", \.counts
          ).excluding("plain"),
        ])
    ]
      + SharedOptions.sections(
        at: \.shared, for: [.dryRun, .check, .output, .force, .lockWait],
        help: [
          .check:
            "print nothing: only see whether all of it can be read: checksums, counts, and the name "
            + "and values of every document",
          .output: ResultFile.optionHelp,
        ])
      + SharedOptions.sections(
        at: \.shared,
        for: SharedOption.records + SharedOption.unattended + SharedOption.speech,
        help: [.format: FormatList.optionHelp])
      + [.init(SharedOptions.SectionTitle.oddInput, [.listFormats(of: .documents)])]
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exitProcess(
      runTool(tool, arguments: arguments) { run in
        try ReportedRun.of(run, tool: tool.name) { run in
          var reading = try Reading(run)
          return try reading.perform()
        }
      }.rawValue)
  }
}
