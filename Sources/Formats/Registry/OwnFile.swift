import Scan
import SystemIO

/// The files that a LaughTrack tool writes about a run or for the database, recognised by their first
/// bytes. They are not inputs, but may be in a directory of inputs.
enum OwnFile {
  /// Recognises such a file; nil if there is no match.
  static func recognize(_ sample: borrowing InputSample) -> UnreadFormat? {
    for (format, begins) in rows where begins(sample) { return format }
    return nil
  }

  private typealias Row = (UnreadFormat, begins: @Sendable (borrowing InputSample) -> Bool)

  private static let rows: [Row] = [
    row("the metrics of a run", hint: "Prometheus reads them; name the run's input instead") {
      $0.text.begins(with: "# HELP laughtrack_")
    },
    row("the plan of a run", hint: "the tool that made it carries it out: TOOL --plan FILE") {
      $0.text.begins(with: "{\"schema_version\":1,\"plan\":")
    },
    row("a page about a run", hint: "name the run's input instead") {
      $0.text.begins(with: "<!doctype html>\n<!-- written by --report of LaughTrack -->")
    },
    row("the summary of a run", hint: "the tool that wrote it checks the run: TOOL --verify FILE") {
      $0.begins(("schema_version", .number), ("tool", .string), ("version", .string))
    },
    row("the log of a run", hint: "name the run's input instead") {
      $0.begins(
        ("schema_version", .number), ("time", .string), ("tool", .string), ("level", .string))
    },
    row("a partial result", hint: "merge it with 'aggregate-top10 --merge', or name the export") {
      $0.begins(("laughtrack_partial", .number))
    },
    row("the index of a folder of --partials", hint: "name the export instead") {
      $0.begins(("laughtrack_partials", .number))
    },
    row("the manifest of a directory of batches", hint: "name the export instead") {
      $0.begins(("schema_version", .number), ("sources", .array))
    },
    row("the record of a shard of batches", hint: "name the export instead") {
      $0.begins(("schema_version", .number), ("shard", .object))
    },
    row("the explanation of a joke", hint: "name the export or the dump that it tells of") {
      $0.begins(("schema_version", .number), ("type", .string))
        || $0.begins(("schema_version", .number), ("joke_id", .string), ("date", .string))
    },
    row("a list of saved jokes", hint: "name the dump that it was printed from") {
      $0.begins(("schema_version", .number), ("saved_jokes", .array))
    },
    row("the feed of a device", hint: "name the catalogue or the dump that it was made from") {
      $0.isFeed
    },
    row("the counts of an export's collections", hint: "name the export instead") {
      $0.text.begins(with: "{\"schema_version\":1,\"collection\":")
    },
    row("a list of the bytes of a share", hint: "name the export instead") {
      $0.text.begins(with: "{\"schema_version\":1,\"path\":")
    },
    row(
      "a batch of writes, or another commit request",
      hint: "it is sent to the database; name the export that it was made from"
    ) {
      $0.isCommitRequest
    },
    row(
      "a ranking that aggregate-top10 wrote",
      hint: "aggregate-top10 takes it with --previous FILE"
    ) {
      $0.isRanking
    },
  ]

  private static func row(
    _ name: String, hint: String, begins: @escaping @Sendable (borrowing InputSample) -> Bool
  ) -> Row { (UnreadFormat(name, hint: hint), begins) }

  /// Whether it is a published ranking: a typed document, or an import file with rankings only.
  static func isPublishedRanking(_ sample: borrowing InputSample) -> Bool {
    guard sample.isObject, sample.isAlone else { return false }
    let start = sample.compactText
    if sample.innerKeys.count == 1, start.hasPrefix(#"{"__collections__":{"weekly_rankings":{"#) {
      return start.containsBytes(of: #":{"week_id":""#)
    }
    let fields = #""fields":{"week_id":{"stringValue":""#
    guard start.containsBytes(of: #""hilarious":{"arrayValue":"#) else { return false }
    return start.hasPrefix("{" + fields)
      || sample.name?.containsBytes(of: "/documents/weekly_rankings/") == true
        && start.containsBytes(of: fields)
  }
}

extension InputSample {
  /// Whether its first object begins with these members.
  fileprivate func begins(_ members: (name: String, kind: JSONKind)...) -> Bool {
    isObject && startsWith(members)
  }

  private func startsWith(_ members: [(name: String, kind: JSONKind)]) -> Bool {
    keys.count >= members.count
      && zip(keys, members).allSatisfy { $0.name == $1.name && $0.kind == $1.kind }
  }

  /// Whether it is the output of `preview-feed --as json`.
  fileprivate var isFeed: Bool {
    guard isArray, startsWith([("rank", .number), ("joke_id", .string)]), keys.count > 3 else {
      return false
    }
    let names = [keys[2].name, keys[3].name]
    return [["tier", "is_demoted"], ["saved_at", "category"], ["rated_at", "category"]]
      .contains(names)
  }

  /// Whether nothing is known to follow its first object.
  fileprivate var isAlone: Bool { isWhole || wantsMore }

  /// Whether it has only writes, the first of which names a document in full.
  fileprivate var isCommitRequest: Bool {
    guard isObject, keys.count == 1, kind(of: "writes") == .array else { return false }
    let start = compactText
    return [#"{"update":{"name":"projects/"#, #"{"delete":"projects/"#].contains {
      start.hasPrefix(#"{"writes":["# + $0)
    }
  }

  /// Whether it is only the plain document of a ranking, of all time or of some weeks.
  fileprivate var isRanking: Bool {
    isAlone
      && (begins(("week_id", .string), ("hilarious", .array))
        || begins(("week_id", .string), ("week_start", .string), ("hilarious", .array))
        || begins(("week_id", .string), ("week_end", .string), ("hilarious", .array))
        || begins(
          ("week_id", .string), ("week_start", .string), ("week_end", .string),
          ("hilarious", .array)))
  }

  /// Its beginning, without white space.
  fileprivate var compactText: String {
    let start = text.extracting(0..<min(text.count, 1024)).copied
    return String(decoding: start.filter { $0 > 0x20 }, as: UTF8.self)
  }
}
