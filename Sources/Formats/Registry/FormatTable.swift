import Scan

/// The table of formats that are read.
extension InputFormat {
  /// Every format, in the order of detection: the plainest last.
  package static let allCases: [InputFormat] =
    [managedShard] + rejects + rejectedDumps
    + [binaryPropertyList, xmlPropertyList, jsonArrayDumps, ndjsonDumps, jsonDump, jsonObjectDumps]
    + [nodeBackup, restPages, restDocuments, restStream, restArray] + restAnswers
    + [importExport, importExportCollection] + backfire + levelDBExport + bigQuery
    + bigQueryTable + plainest

  /// The fallback formats, which more of the file may rule out.
  static let plainest = [jsonObject, jsonArray, ndjson, jsonStream]

  // MARK: Plain documents

  /// One document a line.
  package static let ndjson = InputFormat(
    "ndjson", "NDJSON", .documents(.lines, .plain), because: "its first line is one object"
  ) { $0.isObject && $0.isOneLine }

  /// Documents one after the other, each on any number of lines.
  package static let jsonStream = InputFormat(
    "json-stream", "JSON", .documents(.stream, .plain),
    because: "it begins with an object that does not end with its line"
  ) { $0.isObject }

  /// One array of documents.
  package static let jsonArray = InputFormat(
    "json-array", "JSON array", .documents(.array, .plain), because: "it begins with '['"
  ) { $0.isArray }

  /// Documents keyed by their IDs, or collections of them.
  package static let jsonObject = InputFormat(
    "json-object", "JSON object of documents", .documents(.object, .plain),
    because: "all values of its first object are objects"
  ) { $0.isObject && $0.isObjectOfDocuments }

  // MARK: The REST API

  /// Pages of `documents.list`.
  package static let restPages = InputFormat(
    "rest-pages", "pages of the Firestore REST API", .documents(.stream, .restPages)
  ) { sample in
    guard sample.isObject, sample.isRESTPage else { return nil }
    return sample.has("documents")
      ? "its first object has an array 'documents'"
      : "its first object has nothing but a 'nextPageToken'"
  }

  /// One document of Firestore's REST API a line.
  package static let restDocuments = InputFormat(
    "rest-ndjson", "NDJSON of Firestore REST documents", .documents(.lines, .rest),
    because: "its first line is a typed document"
  ) { $0.isObject && $0.isOneLine && $0.isRESTDocument }

  /// Documents of Firestore's REST API, one after the other.
  package static let restStream = InputFormat(
    "rest-stream", "Firestore REST documents", .documents(.stream, .rest),
    because: "it begins with a typed document"
  ) { $0.isObject && $0.isRESTDocument }

  /// An array of documents or pages.
  package static let restArray = InputFormat(
    "rest-array", "JSON array of Firestore REST documents", .documents(.array, .restPages),
    because: "it is an array of typed documents"
  ) { $0.isArray && ($0.isRESTDocument || $0.isRESTPage) }

  /// Answers to `runQuery`, each with a document or none. The API sends an array of them.
  package static let restAnswers = family(
    "rest-query", of: "answers of the Firestore REST API", { .documents($0, .restAnswers) },
    because: "its first object is an answer to a query"
  ) { $0.isRESTAnswer }

  // MARK: Exporters

  /// A database, or some of its collections.
  package static let importExport = InputFormat(
    "import-export", "database of node-firestore-import-export",
    .documents(.object, .importExport), because: "its first object has '__collections__'"
  ) { $0.isObject && $0.begins(.importExport) }

  /// One collection without its name; documents in its subcollections are known only by their IDs,
  /// too.
  package static let importExportCollection = InputFormat(
    "import-export-collection", "collection of node-firestore-import-export",
    .documents(.object, .importExportCollection),
    because: "its first document has '__collections__'"
  ) { sample in
    sample.isObject && sample.keys.allSatisfy(\.isObject)
      && sample.innerKeys.contains { $0.name == "__collections__" && $0.isObject }
  }

  /// Documents as firestore-backfire writes them.
  package static let backfire = family(
    "backfire", of: "documents of firestore-backfire", .backfire)

  /// Documents as leveldb-export prints them from a managed export.
  package static let levelDBExport = family(
    "leveldb-export", of: "documents of leveldb-export", .levelDBExport)

  /// A file for each document.
  package static let nodeBackup = InputFormat(
    "node-firestore-backup", "document of node-firestore-backup", .documents(.single, .nodeBackup)
  ) { $0.nodeBackupSign }

  // MARK: BigQuery

  /// Rows of the changelog of the extension “Stream Firestore to BigQuery”, or of its view of the
  /// latest state.
  package static let bigQuery = family(
    "bigquery", of: "rows of a BigQuery changelog", { .rows($0) },
    because: "its first object is a change to a document"
  ) { $0.isChangeRow }

  /// Rows of a table loaded from a managed export (source format `DATASTORE_BACKUP`).
  package static let bigQueryTable = family(
    "bigquery-table", of: "rows of a table that BigQuery loaded from an export", .bigQueryTable,
    isReadOnly: true)

  // MARK: Managed exports

  /// A shard of a managed or emulator export: `output-0`.
  package static let managedShard = InputFormat(
    "managed-shard", "managed export shard", .log, because: "it begins with a record of a log"
  ) { $0.bytes.beginsLog }

  // MARK: UserDefaults

  /// Dumps as JSON objects, one after the other.
  package static let jsonDump = InputFormat(
    "json-dump", "JSON dump of UserDefaults", .dumps(.stream)
  ) { sample in
    sample.isObject ? sample.appKey.map { "it has the key '\($0)'" } : nil
  }

  /// One dump a line.
  package static let ndjsonDumps = InputFormat(
    "ndjson-dumps", "NDJSON of UserDefaults dumps", .dumps(.lines)
  ) { sample in
    sample.isObject && sample.isOneLine && sample.hasMore
      ? sample.appKey.map { "its first line has the key '\($0)'" } : nil
  }

  /// One array of dumps.
  package static let jsonArrayDumps = InputFormat(
    "json-array-dumps", "JSON array of UserDefaults dumps", .dumps(.array),
    because: "it is an array of objects with the app's keys"
  ) { $0.isArray && $0.appKey != nil }

  /// Dumps keyed by device or another name.
  package static let jsonObjectDumps = InputFormat(
    "json-object-dumps", "JSON object of UserDefaults dumps", .dumps(.object)
  ) { sample in
    sample.heldAppKey.map {
      "all values of its first object are objects, and one has the key '\($0)'"
    }
  }

  /// One dump, as the XML that `plutil -convert xml1` writes.
  package static let xmlPropertyList = InputFormat(
    "xml-plist", "XML property list", .propertyList(.xmlPropertyList)
  ) { sample in sample.xmlListSign.map { "it begins with '\($0)'" } }

  /// One dump, as an app's defaults are on disk.
  package static let binaryPropertyList = InputFormat(
    "binary-plist", "binary property list", .propertyList(.binaryPropertyList),
    because: "it begins with 'bplist00'"
  ) { $0.bytes.begins(with: "bplist00") }

  // MARK: Lists of rejects

  /// Lists from `--rejects`, possibly reformatted.
  static let rejects = lists(
    of: "rejected documents", .documents,
    because: "its first object tells why a record was rejected")

  static let rejectedDumps = lists(
    of: "rejected UserDefaults dumps", .dumps,
    because: "its first object tells why a dump was rejected")
}

/// The layouts of the JSON formats of documents.
extension DocumentLayout {
  static let plain = DocumentLayout(
    .named(documentLimit: 2 << 20), naming: .fields,
    // The member for subcollections of dalenguyen's exporter.
    envelope: [EnvelopeMember("subCollection", .collections)])

  /// The documents of the REST API (Firestore reference, v1, `Document`).
  static let rest = rest(.flat)

  /// Pages of `documents.list`, possibly with documents beside them.
  static let restPages = rest(
    .pages(
      Holder(member: "documents", members: ["documents", "nextPageToken", "error"]),
      token: "nextPageToken"))

  /// Answers to `runQuery`, with or without a document.
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
      spelling: .typed)
  }

  /// Each document has its fields and the member `__collections__`, which holds its subcollections
  /// by name. The root is a document, too: `{"__collections__":{"rating_events":{ID:{…}}}}`.
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

  /// The document in a row of a changelog, which has its name.
  static let changedDocument = DocumentLayout()

  /// The fields are columns: `{"__key__":{"path":"\"rating_events\", \"ID\"","name":"ID",…},…}`
  /// (BigQuery, “Loading data from Firestore exports”).
  static let bigQueryTable = DocumentLayout(
    naming: .keyPath,
    envelope: [
      // Firestore reserves the name, and no other exporter uses it.
      EnvelopeMember("__key__", .holdsName("path")), EnvelopeMember("__error__", .other),
      EnvelopeMember("__has_error__", .tellsOfLoss),
    ],
    spelling: .columns, tags: .columns)

  /// `coll/ID/ID.json`; the path gives the name.
  static let nodeBackup = DocumentLayout(naming: .file, spelling: .wrapped, tags: .none)
}
