import Formats
import Jokes
import Runs

/// The options of `migrate-ratings` that no other tool has, or whose help differs.
extension Option {
  static var batches: Option<String?> {
    .init(
      "batches", "DIR",
      "write commit requests for the live database to DIR; those that undo them go to "
        + "DIR/undo; takes about 40 bytes of memory a document",
      naming: .directory)
  }

  static var batchSize: Option<Int> {
    .init(
      "batch-size", "N",
      "writes in a batch; Firestore's own limit was lifted in 2023, that of its clients "
        + "was not",
      default: 500, in: 1...500)
  }

  static var batchBytes: Option<Int> {
    .init(
      "batch-bytes", "N", "bytes in a batch; Firestore takes requests of 10 MiB",
      default: 9 << 20, in: 1024...10_485_760)
  }

  static var database: Option<DatabaseName?> {
    .init(
      "database", "NAME",
      "projects/P/databases/D, the database to write to; needed if the export does not "
        + "name its documents in full")
  }

  static var serverTimestamp: Option<String?> {
    .init(
      "server-timestamp", "FIELD",
      "let the server set FIELD with every update; batches then hold half as many writes")
  }

  static var mergeBatches: Option<Bool> {
    .init(
      "merge-batches",
      "the INPUTs are the directories of all shards; check that they make a whole, and write their "
        + "batches together to the DIR of --batches",
      excluding: ["plan-out", "plan", "verify", "check", "undo"])
  }

  static var collection: Option<CollectionPath> {
    .collection("migrate the documents of this collection", default: .ratingEvents)
  }

  static var unexpected: Option<UnexpectedRatingPolicy> {
    .init(
      "unexpected", "WHAT",
      "what to do with a rating other than 1 to 5: keep it, delete the document, or "
        + "fail",
      default: .keep)
  }

  static var maxDelete: Option<Percentage?> {
    .init(
      "max-delete-percent", "P%",
      "fail if more than P percent of the documents, or of the ratings in dumps, would be "
        + "deleted",
      role: .guarding)
  }

  static var maxChange: Option<Percentage?> {
    .init(
      "max-change-percent", "P%",
      "fail if more than P percent of them would be changed or deleted", role: .guarding)
  }

  static var sample: Option<Int> {
    .init(
      "sample", "N", "how many changes a dry run and a page show", default: 3, in: 0...1_000_000,
      role: .call)
  }
}

extension Arguments {
  /// The options that decide what is in the batches of a shard: all shards must have the same.
  var batchSettings: [(name: String, value: String)] {
    [
      ("collection", self[.collection].description),
      ("database", self[.database]?.description ?? ""),
      ("unexpected", self[.unexpected].rawValue),
      ("batch-size", String(self[.batchSize])), ("batch-bytes", String(self[.batchBytes])),
      ("server-timestamp", self[.serverTimestamp] ?? ""),
      ("format", self[.format] ?? ""), ("salvage", self[.salvage] ? "yes" : ""),
      ("allow-empty", self[.allowEmpty] ? "yes" : ""),
    ]
  }

  /// The limits of one batch.
  var batchLimits: BatchLimits {
    BatchLimits(writeCount: self[.batchSize], byteCount: self[.batchBytes])
  }
}
