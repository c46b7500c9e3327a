import Scan

/// The table of formats: a row for each of what is read.
extension InputFormat {
  /// Every format, in the order in which a file is tried for them: the plainest last.
  package static let allCases: [InputFormat] =
    [managedShard] + rejects + rejectedDumps
    + [binaryPropertyList, xmlPropertyList, jsonArrayDumps, ndjsonDumps, jsonDump, jsonObjectDumps]
    + [nodeBackup, restPages, restDocuments, restStream, restArray] + restAnswers
    + [importExport, importExportCollection] + backfire + levelDBExport + bigQuery
    + bigQueryTable + plainest

  /// Those that a file is of where it is of no other, so that more of it may tell otherwise.
  static let plainest = [jsonObject, jsonArray, ndjson, jsonStream]

  // MARK: Plain documents

  package static let ndjson = InputFormat(
    "ndjson", "NDJSON", .documents(.lines, .plain), because: "its first line is one object"
  ) { $0.isObject && $0.isOneLine }

  package static let jsonStream = InputFormat(
    "json-stream", "JSON", .documents(.stream, .plain),
    because: "it begins with an object that does not end with its line"
  ) { $0.isObject }

  package static let jsonArray = InputFormat(
    "json-array", "JSON array", .documents(.array, .plain), because: "it begins with '['"
  ) { $0.isArray }

  /// Documents under their ids, or collections of such.
  package static let jsonObject = InputFormat(
    "json-object", "JSON object of documents", .documents(.object, .plain),
    because: "all values of its first object are objects"
  ) { $0.isObject && $0.isObjectOfDocuments }

  // MARK: The REST API

  /// Pages of `documents.list`, one or more after each other.
  package static let restPages = InputFormat(
    "rest-pages", "pages of the Firestore REST API", .documents(.stream, .restPages)
  ) { sample in
    guard sample.isObject else { return nil }
    if sample.isRESTPage { return "its first object has an array 'documents'" }
    return sample.keys.count == 1 && sample.kind(of: "nextPageToken") == .string
      ? "its first object has nothing but a 'nextPageToken'" : nil
  }

  package static let restDocuments = InputFormat(
    "rest-ndjson", "NDJSON of Firestore REST documents", .documents(.lines, .rest),
    because: "its first line is a typed document"
  ) { $0.isObject && $0.isOneLine && $0.isRESTDocument }

  package static let restStream = InputFormat(
    "rest-stream", "Firestore REST documents", .documents(.stream, .rest),
    because: "it begins with a typed document"
  ) { $0.isObject && $0.isRESTDocument }

  /// An array of documents, or of pages.
  package static let restArray = InputFormat(
    "rest-array", "JSON array of Firestore REST documents", .documents(.array, .restPages),
    because: "it is an array of typed documents"
  ) { $0.isArray && ($0.isRESTDocument || $0.isRESTPage) }

  /// Answers to `runQuery`: each holds a document or none. The API itself sends them in an array.
  package static let restAnswers = family(
    "rest-query", of: "answers of the Firestore REST API", { .documents($0, .restAnswers) },
    because: "its first object is an answer to a query"
  ) { $0.isRESTAnswer }

  // MARK: Exporters

  /// A database, or some collections of it.
  package static let importExport = InputFormat(
    "import-export", "database of node-firestore-import-export",
    .documents(.object, .importExport), because: "its first object has '__collections__'"
  ) { $0.isObject && $0.begins(.importExport) }

  /// One collection, without its name; so what is below its documents is known by its id alone, too.
  package static let importExportCollection = InputFormat(
    "import-export-collection", "collection of node-firestore-import-export",
    .documents(.object, .importExportCollection),
    because: "its first document has '__collections__'"
  ) { $0.isObject && $0.keys.allSatisfy(\.isObject) && $0.firstBegins(.importExportCollection) }

  package static let backfire = family(
    "backfire", of: "documents of firestore-backfire", .backfire)

  package static let levelDBExport = family(
    "leveldb-export", of: "documents of leveldb-export", .levelDBExport)

  /// One document in a file of its own.
  package static let nodeBackup = InputFormat(
    "node-firestore-backup", "document of node-firestore-backup", .documents(.single, .nodeBackup)
  ) { $0.nodeBackupSign }

  // MARK: BigQuery

  /// Rows of the changelog that the extension “Stream Firestore to BigQuery” keeps, or of its view of
  /// the latest state.
  package static let bigQuery = family(
    "bigquery", of: "rows of a BigQuery changelog", { .rows($0) },
    because: "its first object is a change to a document"
  ) { $0.isChangeRow }

  /// Rows of a table that was loaded from a managed export (source format `DATASTORE_BACKUP`).
  package static let bigQueryTable = family(
    "bigquery-table", of: "rows of a table that BigQuery loaded from an export", .bigQueryTable,
    isReadOnly: true)

  // MARK: Managed exports

  /// One shard of a managed or emulator export: `output-0`.
  package static let managedShard = InputFormat(
    "managed-shard", "managed export shard", .log, because: "it begins with a record of a log"
  ) { $0.bytes.beginsLog }

  // MARK: UserDefaults

  package static let jsonDump = InputFormat(
    "json-dump", "JSON dump of UserDefaults", .dumps(.stream)
  ) { sample in
    sample.isObject ? sample.appKey.map { "it has the key '\($0)'" } : nil
  }

  package static let ndjsonDumps = InputFormat(
    "ndjson-dumps", "NDJSON of UserDefaults dumps", .dumps(.lines)
  ) { sample in
    sample.isObject && sample.isOneLine && sample.hasMore
      ? sample.appKey.map { "its first line has the key '\($0)'" } : nil
  }

  package static let jsonArrayDumps = InputFormat(
    "json-array-dumps", "JSON array of UserDefaults dumps", .dumps(.array),
    because: "it is an array of objects with the app's keys"
  ) { $0.isArray && $0.appKey != nil }

  /// Each dump under the name of its device, or what else it is called.
  package static let jsonObjectDumps = InputFormat(
    "json-object-dumps", "JSON object of UserDefaults dumps", .dumps(.object)
  ) { sample in
    sample.heldAppKey.map {
      "all values of its first object are objects, and one has the key '\($0)'"
    }
  }

  package static let xmlPropertyList = InputFormat(
    "xml-plist", "XML property list", .propertyList(.xmlPropertyList)
  ) { sample in sample.xmlListSign.map { "it begins with '\($0)'" } }

  package static let binaryPropertyList = InputFormat(
    "binary-plist", "binary property list", .propertyList(.binaryPropertyList),
    because: "it begins with 'bplist00'"
  ) { $0.bytes.begins(with: "bplist00") }

  // MARK: Lists of rejects

  /// As `--rejects` writes them, or laid out anew by whoever mended them.
  static let rejects = lists(
    RejectedRecord.listedDocuments, of: "rejected documents", .documents,
    because: "its first object tells why a record was rejected")

  static let rejectedDumps = lists(
    RejectedRecord.listedDumps, of: "rejected UserDefaults dumps", .dumps,
    because: "its first object tells why a dump was rejected")
}

/// How the formats of documents in JSON lay them out.
extension DocumentLayout {
  static let plain = DocumentLayout(
    .named(documentLimit: 2 << 20), naming: .fields,
    // In which dalenguyen's exporter puts a document's subcollections.
    envelope: [EnvelopeMember("subCollection", .collections)])

  /// Firestore reference, v1, `Document`.
  static let rest = rest(.flat)

  /// Pages of `documents.list`; also documents beside them.
  static let restPages = rest(
    .pages(
      Holder(member: "documents", members: ["documents", "nextPageToken", "error"]),
      token: "nextPageToken"))

  /// Answers of `runQuery`; one without a document is none.
  static let restAnswers = rest(
    .wrapped(
      Holder(
        member: "document",
        members: [
          "document", "readTime", "skippedResults", "transaction", "done", "error",
          "explainMetrics",
        ])))

  private static func rest(_ arrangement: Arrangement) -> DocumentLayout {
    DocumentLayout(
      arrangement, naming: .nameOrID,
      envelope: [
        EnvelopeMember("fields", .fields), EnvelopeMember("name", .name),
        EnvelopeMember("updateTime", .updateTime), EnvelopeMember("createTime", .createTime),
      ],
      spelling: .typed, isAnswer: true)
  }

  /// Each document is its fields and the member `__collections__`, in which its subcollections stand by
  /// name; the root is such a document too: `{"__collections__":{"rating_events":{ID:{…}}}}`.
  static let importExport = importExport(.collections)
  static let importExportCollection = importExport(.flat)

  private static func importExport(_ arrangement: Arrangement) -> DocumentLayout {
    DocumentLayout(
      arrangement, naming: .key, envelope: [EnvelopeMember("__collections__", .collections)],
      tags: .tagged(
        type: "__datatype__", value: "value",
        [("timestamp", .timestamp), ("geopoint", .place), ("documentReference", .reference)]))
  }

  /// `{"path":"rating_events/ID","data":{…}}`.
  static let backfire = DocumentLayout(
    envelope: [
      EnvelopeMember("path", .name), EnvelopeMember("data", .fields),
      EnvelopeMember("timestamps", .fieldList(.timestamp)),
      EnvelopeMember("geopoints", .fieldList(.place)),
      EnvelopeMember("documents", .fieldList(.reference)),
      EnvelopeMember("queries", .fieldList(nil)),
    ],
    tags: .listed)

  static let levelDBExport = DocumentLayout(
    envelope: [EnvelopeMember("_key", .holdsName("path"))])

  /// The fields are columns: `{"__key__":{"path":"\"rating_events\", \"ID\"","name":"ID",…},…}`
  /// (BigQuery, “Loading data from Firestore exports”).
  static let bigQueryTable = DocumentLayout(
    naming: .keyPath,
    envelope: [
      // Firestore reserves the name, and no other exporter has it.
      EnvelopeMember("__key__", .holdsName("path")), EnvelopeMember("__error__", .other),
      EnvelopeMember("__has_error__", .tellsOfLoss),
    ],
    spelling: .columns, tags: .columns)

  /// `coll/ID/ID.json`, whose place gives the name.
  static let nodeBackup = DocumentLayout(naming: .file, spelling: .wrapped, tags: .none)
}
