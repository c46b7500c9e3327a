import Formats
import Scan
import SystemIO
import TestSupport
import Testing

struct FormatDetectorTests {
  /// The finding: a format's name, `empty`, or `unknown` with the reason.
  private func finding(_ bytes: [UInt8], byteCount: Int = 512) throws -> String {
    try TemporaryDirectory.with { directory in
      var window = ByteWindow(
        try InputFile(path: directory.write(bytes, to: "input")), byteCount: byteCount,
        limit: 1 << 20)
      let found = try FormatDetector.detect(&window)
      let (offset, kept) = (window.offset, window.bytes.copied)
      #expect(offset == 0)
      #expect(bytes.starts(with: kept))
      return switch found {
      case .format(let format, _): format.rawValue
      case .empty: "empty"
      case .unknown(let reason, _), .serverError(let reason, _): "unknown: " + reason
      }
    }
  }

  private func finding(_ text: String) throws -> String { try finding(Array(text.utf8)) }

  @Test(arguments: [
    ("", "empty"), (" \n\t\r\n", "empty"), ("\u{FEFF}", "empty"),
    // Documents.
    ("{\"joke_id\":\"a\",\"rating\":4}\n{\"rating\":5}\n", "ndjson"),
    ("{\"joke_id\":\"a\",\"rating\":4}", "ndjson"), ("{\"rating\":{}}\n", "json-object"),
    ("\u{FEFF}{\"rating\":4}\r\n{}", "ndjson"), ("{\"a\":1}\n", "ndjson"),
    ("\n\n{\"rating\":4}\n", "ndjson"),
    ("{\n  \"rating\": 4\n}\n{\n  \"rating\": 5\n}\n", "json-stream"),
    ("{\"rating\":4}{\"rating\":5}\n", "json-stream"),
    ("{\"rating\":4} {\"rating\":5}", "json-stream"),
    ("[]", "json-array"), ("[{\"rating\":4}]", "json-array"),
    (" [ {\n\"rating\":4}]", "json-array"),
    ("{}\n{\"rating\":4}\n", "ndjson"), ("{} {}\n{\n\"a\":1}", "json-stream"),
    ("{}\n", "json-object"), ("{}\n{\"documents\":[]}", "rest-pages"),
    ("{}{\"nextPageToken\":\"a\"}", "rest-pages"),
    ("[{}, {\"documents\":[]}]", "rest-array"),
    ("[{\"nextPageToken\":\"a\"},{}]", "rest-array"),
    ("{}\n{\"jokeRatings\":{}}\n{}", "ndjson-dumps"),
    ("{\n}\n{\"jokeRatings\":{}}\n{}", "json-dump"),
    ("{} {\"a\":{\"rating\":4}}", "json-stream"), ("{}\nwords", "ndjson"),
    ("{}", "json-object"), ("{\"a\":{\"rating\":4},\"b\":{}}", "json-object"),
    ("{\"rating_events\":{\"a\":{\"rating\":4}}}", "json-object"),
    // Damage is for the reader to find.
    ("{\"rating\":}\n{\"rating\":5}\n", "ndjson"),
    // Dumps.
    ("{\"jokeRatings\":{\"a\":5}}", "json-dump"), ("{\"x\":1,\n\"savedJokeIds\":[]}", "json-dump"),
    ("{\"jokeRatings\":{}}\n{\"jokeRatings\":{}}\n", "ndjson-dumps"),
    ("[{\"jokeRatings\":{}}]", "json-array-dumps"),
    ("<?xml version=\"1.0\"?>", "xml-plist"), ("\n<plist>", "xml-plist"),
    ("<!DOCTYPE plist PUBLIC", "xml-plist"), ("<!DOCTYPE\n\tplist PUBLIC", "xml-plist"),
    ("<!-- x --><plist>", "xml-plist"),
    ("bplist00\u{1}\u{2}", "binary-plist"),
  ])
  func `first bytes tell the format`(text: String, format: String) throws {
    #expect(try finding(text) == format)
  }

  private static let name = #""name":"projects/p/databases/d/documents/c/x""#

  @Test(arguments: [
    (#"{"path":"c/x","data":null}\#n{"path":"c/y","data":{}}"#, "backfire"),
    (#"{"name":5,"fields":{}}\#n{\#(name),"fields":{}}"#, "rest-ndjson"),
    (#"{\#(name),"fields":[]}\#n{\#(name),"fields":{}}"#, "rest-ndjson"),
    ("{\n\"a\":1}\n{\n\(name),\n\"fields\":{}}", "rest-stream"),
    (#"[{"a":1},{\#(name),"fields":{}}]"#, "rest-array"),
    (#"[{"document":null},{"document":{\#(name)}}]"#, "rest-query-array"),
    (
      "{\"a\":\"cut\n{\"document_name\":\"n\",\"operation\":\"DELETE\",\"timestamp\":1}\n",
      "bigquery"
    ),
    // An envelope tells, though the fields of a rating are beside it.
    (#"{"a":1}\#n{"_key":{"id":0,"name":"x","path":"c/x"},"rating":4}"#, "leveldb-export"),
    // The first row of its own is odd, too.
    (#"{"document_name":"n","operation":"CREATE","data":{}}"#, "bigquery"),
    (#"{"documents":[null,{\#(name)}]}"#, "rest-pages"),
    (#"{"documents":[{\#(name),"fields":{},"etag":"x"}]}"#, "rest-pages"),
    (#"[{"document":null,"readTime":"t"}]"#, "rest-query-array"),
    // A plain document decides, and so does what no plain document resembles.
    (#"{"rating":4}\#n{\#(name),"fields":{}}"#, "ndjson"),
    (#"{"a":1}\#n{"rating":4}\#n{\#(name),"fields":{}}"#, "ndjson"),
    (#"{"__name__":"c/x"}\#n{\#(name),"fields":{}}"#, "ndjson"),
    // A document of another collection may have the keys of a dump.
    (#"{"a":1}\#n{"savedJokeIds":[]}"#, "ndjson"),
    (String(repeating: "{\"a\":1}\n", count: 17) + "{\(name),\"fields\":{}}", "ndjson"),
  ])
  func `the first record that tells its format decides`(text: String, format: String) throws {
    #expect(try finding(text) == format)
  }

  /// Without what follows, the first value could be the one line of an input.
  @Test(arguments: [("", "json-stream"), (" ", "json-stream"), ("\n", "ndjson")])
  func `a first value that ends with the sample is not the whole input`(
    separator: String, format: String
  ) throws {
    let sample = 64 << 10
    for space in 0...separator.utf8.count {
      let room = sample - space - #"{"rating":4,"t":""}"#.utf8.count
      let first = #"{"rating":4,"t":"\#(String(repeating: "x", count: room))"}"#
      let text = first + separator + #"{"rating":5}"# + "\n"
      #expect(try finding(Array(text.utf8), byteCount: sample) == format)
    }
  }

  @Test(arguments: [
    (#"{"schema_version":1,"kind":"k","reason":"r","format":"ndjson","record":{}}"#, "rejects"),
    (#"{"schema_version":1,"kind":"k","reason":"r"}\#n{}"#, "rejects"),
    (#"{"schema_version":1,"kind":"k","reason":"r","format":"xml-plist"}"#, "rejected-dumps"),
    (#"{"schema_version":1,"kind":"k","reason":"r","format":"ndjson-dumps"}"#, "rejected-dumps"),
    // In the order of the alphabet, or with other spaces.
    (#"{"kind":"k","reason":"r","record":{},"schema_version":1}"#, "rejects"),
    (#"{ "format" : "xml-plist", "kind" : "k", "reason" : "r", "text" : "" }"#, "rejected-dumps"),
    ("{\n  \"kind\": \"k\",\n  \"reason\": \"r\",\n  \"schema_version\": 1\n}\n", "rejects-stream"),
    (#"[{"schema_version":1,"kind":"k","reason":"r"}]"#, "rejects-array"),
    (#"[{"format":"json-dump","kind":"k","reason":"r"}]"#, "rejected-dumps-array"),
    (#"{"schema_version":1,"kind":"k","reason":"r","record":{"a":}}\#n"#, "rejects"),
    (
      #"""
      {"schema_version":1,"kind":"k","reason":"r",\#
      "record":{"a":"\#(String(repeating: "a", count: 70_000))"}}
      {}

      """#, "rejects"
    ),
    // Cut, or damaged in the record.
    (#"{"format":"ndjson","kind":"k","reason":"r","record":{"a":}}\#n{}"#, "rejects"),
    (
      #"""
      {"record":{"a":[\#(String(repeating: "1,", count: 40_000))1]},\#
      "schema_version":1,"reason":"r","kind":"k"}
      """#, "rejects"
    ),
    // Documents with fields of these names.
    (#"{"schema_version":1,"kind":"k","reason":{},"rating":4}"#, "ndjson"),
    (#"{"kind":"k","rating":4,"reason":"r","schema_version":1}"#, "ndjson"),
    (#"{"kind":"k","reason":"r","format":"A4"}"#, "ndjson"),
  ])
  func `a list of rejects is told by what its first object says, in any order`(
    text: String, format: String
  ) throws {
    #expect(try finding(text) == format)
  }

  @Test(arguments: [
    ("# HELP laughtrack_last_run_timestamp_seconds When", "the metrics of a run"),
    (#"{"schema_version":1,"plan":{"tool":""#, "the plan of a run"),
    (
      "{\n  \"schema_version\": 1,\n  \"tool\": \"migrate-ratings\",\n  \"version\": \"1.0\"\n}\n",
      "the summary of a run"
    ),
    (#"{"schema_version":1,"sources":[],"batches":[],"undo":[]}"#, "the manifest"),
    ("{\"writes\":[\n{\"update\":{\"name\":\"projects/p/databases/d/documents/a/b\"", "a batch"),
    (#"{"writes":[{"delete":"projects/p/databases/d/documents/a/b"}]}"#, "a batch"),
    (#"{ "week_id" : "all_time", "hilarious": [], "horrible": [] }"#, "a ranking"),
    (#"{"week_id":"W","hilarious":[]}"#, "a ranking"),
    (
      #"{"week_id":"2026-W07","week_start":"2026-02-09T00:00:00Z","hilarious":[],"horrible":[]}"#,
      "a ranking"
    ),
    (
      #"{"week_id":"2026-W07","week_start":"2026-02-09T00:00:00Z","week_end":"","hilarious":[]}"#,
      "a ranking"
    ),
  ])
  func `a summary or another file about a run is named as such`(text: String, name: String) throws {
    let found = try finding(text)
    #expect(found.hasPrefix("unknown: it is \(name)"), "\(found)")
  }

  @Test(arguments: [
    (#"{"writes":["a"],"joke_id":"j","rating":4}"#, "ndjson"), (#"{"writes":["a"]}"#, "ndjson"),
    (#"{"schema_version":1,"tool":"t","joke_id":"j","rating":4}"#, "ndjson"),
    (#"{"week_id":"all_time","rating":4}"#, "ndjson"),
    (#"{"week_id":"2026-W07","week_start":"","joke_id":"j"}"#, "ndjson"),
    (#"{"week_id":"2026-W07","hilarious":1}"#, "ndjson"),
    (#"{"week_id":"all_time","hilarious":[]}\#n{"rating":4}\#n"#, "ndjson"),
  ])
  func `a document with the fields of a file about a run is a document`(
    text: String, format: String
  ) throws {
    #expect(try finding(text) == format)
  }

  @Test(arguments: [
    // The REST API's.
    ("{\"documents\":[]}", "rest-pages"), ("{\"nextPageToken\":\"x\"}", "rest-pages"),
    ("{\n\"documents\": [\n{\"name\":", "rest-pages"),
    ("{\"documents\":{\"a\":{}}}", "json-object"),
    ("[{\"documents\":[]},{}]", "rest-array"), ("[{\"name\":\"a\",\"fields\":{}}]", "rest-array"),
    ("{\"name\":\"a\",\"createTime\":\"b\"}\n", "rest-ndjson"),
    ("{\"name\":\"projects/p/databases/d/documents/a/b\"}\n", "rest-ndjson"),
    ("{\n\"name\":\"a\",\"fields\":{}}\n", "rest-stream"),
    // One that nothing names, as `read-export` prints it.
    ("{\"fields\":{}}\n", "rest-ndjson"),
    ("{\"fields\":{\"a\":{\"stringValue\":\"b\"},\"c\":{\"mapValue\":{}}}}", "rest-ndjson"),
    ("[{\"fields\":{\"a\":{\"nullValue\":null}},\"updateTime\":\"b\"}]", "rest-array"),
    ("{\"fields\":{\"a\":{\"rating\":4}}}", "json-object"),
    ("{\"fields\":{\"a\":{\"stringValue\":\"b\",\"rating\":4}}}", "json-object"),
    ("{\"fields\":{\"a\":{\"stringValue\":\"b\"}},\"b\":{}}", "json-object"),
    ("{\"fields\":{\"a\":{\"stringValue\":\"b\"}},\"b\":1}", "rest-ndjson"),
    // Null is as good as nothing.
    ("{\"name\":\"projects/p/databases/d/documents/a/b\",\"fields\":null}", "rest-ndjson"),
    ("{\"fields\":null,\"name\":\"projects/p/databases/d/documents/a/b\"}", "rest-ndjson"),
    ("{\"name\":\"Bert\",\"fields\":null}", "ndjson"), ("{\"fields\":null}", "ndjson"),
    ("{\"name\":\"a\",\"rating\":4}", "ndjson"),
    ("[{\"readTime\":\"a\"}]", "rest-query-array"),
    ("[{\"document\":{\"name\":\"a\"}}]", "rest-query-array"),
    ("{\"document\":{\"name\":\"a\"},\"readTime\":\"b\"}\n", "rest-query"),
    ("{\n\"document\":{\"name\":\"a\"}}\n", "rest-query-stream"),
    ("[{\"readTime\":\"a\",\"rating\":4}]", "json-array"),
    // Pages hold documents; a list that is only called so makes none.
    (#"{"documents":[{"name":"projects/p/databases/d/documents/a/b","fields":{}}]}"#, "rest-pages"),
    (#"{"path":"a/b","data":{"r":{}},"documents":["r"]}\#n"#, "backfire"),
    (#"{"documents":["r"],"path":"a/b","data":{"r":{}}}\#n"#, "backfire"),
    (#"{"documents":[],"path":"a/b","data":{"r":{}}}\#n"#, "backfire"),
    (#"[{"documents":["r"],"path":"a/b","data":{"r":{}}}]"#, "backfire-array"),
    (#"{"documents":["a"],"joke_id":"j","rating":4}"#, "ndjson"),
    (#"{"documents":[{"name":"a"}],"joke_id":"j","rating":4}"#, "ndjson"),
    (#"[{"joke_id":"j","rating":4,"documents":[]}]"#, "json-array"),
    (#"{"documents":[{"title":"a"}]}"#, "ndjson"),
    // Nor do fields that are called like the members of a document.
    (#"{"name":"Bob","fields":{"a":1},"joke_id":"j","rating":4}"#, "ndjson"),
    (#"{"name":"Bob","createTime":"now","joke_id":"j","rating":4}"#, "ndjson"),
    (#"{"name":"Bob","createTime":"now","text":"t"}"#, "ndjson"),
    // Backup tools'.
    ("{\"__collections__\":{}}", "import-export"),
    ("{\n \"a\": 1, \"__collections__\": {}}", "import-export"),
    ("{\"a\":{\"rating\":4,\"__collections__\":{}}}", "import-export-collection"),
    ("{\"path\":\"a/b\",\"data\":{}}\n", "backfire"),
    ("{\n\"path\":\"a/b\",\"data\":{},\"timestamps\":[]}", "backfire-stream"),
    ("[{\"path\":\"a/b\",\"data\":{}}]", "backfire-array"),
    ("{\"path\":\"a/b\",\"data\":{},\"rating\":4}\n", "ndjson"),
    ("{\"rating\":4,\"_key\":{\"path\":\"a/b\"}}\n", "leveldb-export"),
    ("[{\"rating\":4,\"_key\":{\"path\":\"a/b\"}}]", "leveldb-export-array"),
    ("{\"timestamp\":\"\",\"document_name\":\"\",\"operation\":\"\",\"data\":\"\"}\n", "bigquery"),
    ("{\"timestamp\":\"\",\"document_name\":\"\",\"operation\":\"DELETE\"}\n", "bigquery"),
    // A document with such fields, as `read-export --plain` prints it.
    (
      "{\"__name__\":\"a/b\",\"timestamp\":\"\",\"document_name\":\"\",\"operation\":\"\"}\n",
      "ndjson"
    ),
    (
      "[{\"timestamp\":1,\"document_name\":\"\",\"operation\":\"\",\"data\":null}]",
      "bigquery-array"
    ),
    ("{\"document_name\":\"\",\"operation\":\"\",\"joke_id\":\"j\"}\n", "ndjson"),
    (
      "{\"rating\":{\"value\":4,\"type\":\"number\"},\"b\":{\"value\":1,\"type\":\"number\"}}",
      "node-firestore-backup"
    ),
    ("{\"a\":{\"type\":\"array\",\"0\":{}}}", "node-firestore-backup"),
    ("{\"type\":\"unknown\",\"value\":{}}", "node-firestore-backup"),
    ("{\"a\":{\"type\":\"number\",\"value\":4},\"b\":{\"typ", "node-firestore-backup"),
    ("{\"a\":{\"type\":\"dad joke\",\"text\":\"t\"}}", "json-object"),
    ("{\"type\":\"unknown\",\"rating\":4}\n", "ndjson"),
    ("{\"a\":{\"type\":\"pun\",\"text\":\"t\",\"type\":{}}}", "json-object"),
    ("{,\"joke_id\":\"j\",\"rating\":5}\n{\"joke_id\":\"j\"}\n", "ndjson"),
    ("{\"week_id\":\"w\"}\"joke_id\":\"j\",\"rating\":5}\n{\"joke_id\":\"j\"}\n", "ndjson"),
  ])
  func `exporters' own layouts are told from plain documents`(text: String, format: String) throws {
    #expect(try finding(text) == format)
  }

  @Test(arguments: [
    ("<html>", "web page"), ("<xml>", "'<'"), ("<?xml?><Error><Code>", "element is 'Error'"),
    ("<!-- x --><p>", "'<'"), ("<?xml?>\n<!DOCTYPE html>", "element is 'html'"),
    ("// comment", "'defaults read'"),
    ("{\n  jokeRatings = {", "'defaults read'"),
    ("( a )", "'defaults read'"), ("bplist16x", "version"), ("hello", "'h'"),
    ("id,rating\n1,4\n", "CSV"), ("\"joke id\";\"rating\"\r\n", "CSV"), ("a\tb", "CSV"),
    ("\u{FEFF}id,rating\n", "CSV"), ("Dear database, here they are.", "'D'"),
    ("\n<!DOCTYPE HTML><html>", "web page"), ("%PDF-1.7", "PDF"),
    ("123{\"metadata\":{\"id\":\"x\"}}", "bundle"), ("\u{7F}", "0x7F"),
    ("{\"rating\":4,\"__collections__\":{}}", "node-firestore-import-export"),
    (#"{"error":{"code":401,"status":"NOT_YOU"}}"#, "answered with: 'NOT_YOU'"),
    ("[{\"error\":{\"code\":401}}]", "error"),
  ])
  func `unsupported formats are named`(text: String, name: String) throws {
    let found = try finding(text)
    #expect(found.hasPrefix("unknown: "))
    #expect(found.contains(name), "\(found)")
  }

  @Test(
    arguments: [
      ([0x50, 0x4B, 3, 4], "zip"), ([0x50, 0x4B, 5, 6, 0, 0], "zip"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "7z"), (Array("Rar!\u{1A}\u{7}".utf8), "RAR"),
      (Array(repeating: 0x61, count: 257) + Array("ustar\u{0}00".utf8), "tar"),
      (Array("BZh91AY&SY".utf8), "bzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], "xz"),
      ([0x04, 0x22, 0x4D, 0x18, 0x64], "lz4"), (Array("LZIP\u{1}".utf8), "lzip"),
      ([0x1F, 0x9D, 0x90], "uncompress"), (Array("PAR1\u{15}".utf8), "Parquet"),
      (Array("Obj\u{1}\u{4}".utf8), "Avro"), (Array("ORC".utf8), "ORC"),
      (Array("SQLite format 3\u{0}".utf8), "SQLite"), ([0, 5, 0x16, 7, 0, 2, 0, 0], "AppleDouble"),
      ([0xB8, 0x6D, 0x44, 0x4E, 0x01, 0x00, 0x01, 0x33], "managed"),
      ([0xFF, 0xFE, 0x7B, 0x00], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x7B], "UTF-16"),
      ([0x7B, 0x00, 0x22, 0x00], "UTF-16"), ([0x00, 0x7B, 0x00, 0x22], "UTF-16"),
    ] as [([UInt8], String)])
  func `foreign bytes are called by their name`(bytes: [UInt8], name: String) throws {
    let found = try finding(bytes)
    #expect(found.hasPrefix("unknown: "))
    #expect(found.contains(name), "\(found)")
  }

  @Test func `a first object larger than the sample is read on`() throws {
    let cached = String(repeating: "x", count: 100_000)
    let dump = Array("{\"cachedJokes_Dad\":\"\(cached)\",\"jokeRatings\":{}}".utf8)
    #expect(try finding(dump) == "json-dump")
    #expect(try finding(dump, byteCount: 16) == "json-dump")
  }

  /// A pipe gives less at once than a file, and both must be read alike.
  @Test(arguments: [
    (#"{"jokeRatings":{},"t":"#, "}", "ndjson-dumps", "json-dump"),
    (#"{"path":"c/a","data":{"t":"#, "}}", "backfire", "backfire-stream"),
    (
      #"{"name":"projects/p/databases/d/documents/c/a","fields":{"t":{"stringValue":"#, "}}}",
      "rest-ndjson", "rest-stream"
    ),
  ])
  func `a first record larger than the sample is a line if it has one to itself`(
    start: String, end: String, lines: String, stream: String
  ) throws {
    let record = "\(start)\"\(String(repeating: "x", count: 100_000))\"\(end)\n"
    #expect(try finding(record + record) == lines)
    #expect(try finding(record.replacing(":{", with: ":\n{", maxReplacements: 1)) == stream)
    #expect(try finding(String(record.dropLast()) + record) == stream)
  }

  /// Its telling member comes last, as tools that sort members write it.
  @Test(arguments: [
    (
      #"{"fields":{"t":{"stringValue":"#, #"}},"name":"projects/p/databases/d/documents/c/a"}"#,
      "rest-array"
    ),
    (#"{"data":{"t":"#, #"},"path":"c/a"}"#, "backfire-array"),
    (#"{"t":"#, #","_key":{"path":"c,a"}}"#, "leveldb-export-array"),
    (
      #"{"data":"#, #","document_name":"c/a","operation":"CREATE","timestamp":"x"}"#,
      "bigquery-array"
    ),
    (#"{"cachedJokes_Dad":"#, #","jokeRatings":{}}"#, "json-array-dumps"),
    (#"{},{"t":"#, #","rating":5}"#, "json-array"),
  ])
  func `the first object of an array is read on, too`(
    start: String, end: String, format: String
  ) throws {
    let first = "\(start)\"\(String(repeating: "x", count: 100_000))\"\(end)"
    #expect(try finding("[\(first)]") == format)
    #expect(try finding(Array("[\(first),{}]".utf8), byteCount: 16) == format)
    let emptyObjects = String(repeating: "{},", count: 21_845)
    for white in ["", " "] {
      #expect(try finding("[\(emptyObjects)\(white)\(first)]") == format)
    }
  }

  @Test(
    arguments: [
      ("", "{\"rating\":5}\n", 100_000, "ndjson"), ("", "{\"rating\":5}\n", 1 << 20, "unknown: "),
      ("[", "{\"jokeRatings\":{}}]", 100_000, "json-array-dumps"),
      ("[", "{\"jokeRatings\":{}}]", 1 << 20, "unknown: "),
      ("{", "\"jokeRatings\":{}}", 100_000, "json-dump"),
      ("{", "\"jokeRatings\":{}}", 1 << 20, "unknown: "),
    ])
  func `long white space at the front does not hide the format`(
    front: String, rest: String, count: Int, format: String
  ) throws {
    let white = Array(repeating: UInt8(ascii: "\n"), count: count)
    let found = try finding(Array(front.utf8) + white + Array(rest.utf8))
    #expect(found.hasPrefix(format), "\(found)")
    #expect(found.hasPrefix("unknown: ") == found.contains("starts with"), "\(found)")
  }

  @Test(arguments: ["transaction", "skippedResults", "done", "explainMetrics", "readTime"])
  func `a query's answer is recognised by any first member`(member: String) throws {
    let answer = "[{\"\(member)\":{}},{\"document\":{},\"readTime\":\"x\"}]"
    #expect(try finding(answer) == "rest-query-array")
  }
}
