import Formats
import Runs
import Scan
import SystemIO

/// `read-export`: prints every document of any export, one a line.
@main
struct ReadExport: Tool {
  static let tool = ToolDescription(
    name: "read-export", version: Version.text,
    summary: "Print every document of an export, one a line",
    usage: ["INPUT…", "INPUT… --plain [-o PATH]", "INPUT… --count", "INPUT… --check"],
    examples: [
      .init("read-export export.json", "print typed values"),
      .init("read-export export.json --collection jokes --plain", "jokes in plain values"),
      .init("read-export exports/ --count", "count each collection"),
      .init("read-export exports/ --check", "can all of it be read?"),
      .init("read-export export.json | jq .fields.rating", "look into an export with jq"),
    ],
    promise: "An input is never written to.",
    operands: .init(
      "INPUT",
      "exports of documents in any format that is read, compressed or not: files, directories, or "
        + "'-' for standard input"),
    options: OptionTable(
      commonest: [
        "collection", "plain", "count", "check", "output", "format", "salvage", "rejects",
      ],
      [
        .init("Documents", .collection, .allowEmpty, .plain, .count),
        .init(
          .output, .dryRun,
          .check.withHelp(
            "check that all of it can be read; checksums, counts, and the name and values of every "
              + "document; print nothing"),
          .output.withHelp(OutputSet.resultHelp), .force, .lockWait),
        .init(
          .oddInput, .format(of: .documents), .salvage, .rejects, .mended,
          .listFormats(of: .documents)),
        .init(.guards, .maxRejects, .expectCount, .expectDigest),
        .init(.reports, .summary, .metrics, .hash, .redact),
        .afterwards, .init(.running, .jobs),
        .messages(),
      ]),
    notes: [
      "A line is {\"name\":…,\"fields\":{…},\"createTime\":…,\"updateTime\":…}, with the values "
        + "typed as in the Firestore REST API. The name is the full name, the path or the id, "
        + "whichever the export has; a member that it does not have is left out.",
      "A document that Firestore could not hold is a reject: a value of no type or of two, a field "
        + "twice, a number, time, place or name out of bounds. '--count' looks at no values. "
        + "'--check' also compares managed exports with the counts in their metadata, and fails "
        + "where a page of the REST API is missing.",
      "Lines go to standard output as they are read; only the exit status says whether all of "
        + "them came. A file named with -o appears whole or not at all.",
    ],
    exits: [ExitStatus].ofWorkOnFiles.filter { $0 != .changesPending })

  static func perform(_ run: ToolRun) throws -> ExitStatus {
    var reading = try Reading(run)
    return try reading.perform()
  }
}

/// The options of `read-export` that no other tool has, or whose help differs.
extension Option {
  static var collection: Option<CollectionPath?> {
    .collection(
      "print only documents of this collection; those without a path count as its own")
  }

  static var plain: Option<Bool> {
    .init("plain", "print plain values instead of typed ones; the name is under '__name__'")
  }

  static var count: Option<Bool> {
    .init(
      "count",
      "print how many documents each collection has; '*' stands for the ids in a collection's "
        + "path",
      excluding: ["plain"])
  }
}
