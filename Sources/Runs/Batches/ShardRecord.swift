import Formats
import Scan
import SystemIO

/// The record of a shard's batches: which shard of which inputs they are, with which options, and
/// which files they have. Records of all shards tell whether their batches make a whole.
package struct ShardRecord: Sendable {
  /// The counts that a check of the whole needs.
  package struct Counts: Sendable, Equatable {
    /// The documents of the collection.
    package var documents = 0
    /// Those without a rating.
    package var withoutRating = 0
    /// The documents of other collections.
    package var others = 0
    /// The records that are rejects.
    package var rejects = 0

    package init(documents: Int, withoutRating: Int, others: Int, rejects: Int) {
      (self.documents, self.withoutRating) = (documents, withoutRating)
      (self.others, self.rejects) = (others, rejects)
    }

    static func += (sum: inout Counts, other: Counts) {
      sum.documents += other.documents
      sum.withoutRating += other.withoutRating
      sum.others += other.others
      sum.rejects += other.rejects
    }
  }

  /// All inputs, of which this is a shard.
  struct Inputs: Sendable, Hashable {
    var count: Int
    var byteCount: Int
    /// The digest of their paths and sizes.
    var digest: SHA256.Digest

    init(_ files: some Sequence<(path: String, byteCount: Int)>) {
      (count, byteCount) = (0, 0)
      var hash = SHA256()
      for file in files {
        count += 1
        byteCount += file.byteCount
        hash.update(Array("\(file.byteCount) \(file.path)\u{0}".utf8).span)
      }
      digest = hash.digest()
    }

    init?(_ value: JSONValue?) {
      guard let count = value?.count("files"), let byteCount = value?.count("bytes"),
        let digest = value?["sha256"]?.digest
      else { return nil }
      (self.count, self.byteCount, self.digest) = (count, byteCount, digest)
    }

    func write(to object: inout JSONWriter) {
      object.member("files", count)
      object.member("bytes", byteCount)
      object.member("sha256", digest.description)
    }
  }

  var shard: RunShard
  /// The version of the tool.
  var version: String
  /// The options that decide what is in the batches.
  var settings: [(name: String, value: String)]
  var inputs: Inputs
  var covers: [Cover]
  /// The counts of exports of which other files may be in other shards.
  var exports: [ExportCounts]
  var counts: Counts
  var fingerprints: BatchFile
  var batches: [BatchFile]
  var undoBatches: [BatchFile]

  /// The names of its files.
  static let (fileName, fingerprintsName) = ("shard.json", "fingerprints")

  var limits: BatchLimits? {
    guard let writes = setting("batch-size").flatMap({ Int($0) }),
      let bytes = setting("batch-bytes").flatMap({ Int($0) })
    else { return nil }
    return BatchLimits(writeCount: writes, byteCount: bytes)
  }

  func setting(_ name: String) -> String? { settings.first { $0.name == name }?.value }
}

// MARK: Writing

extension ShardRecord {
  /// The record as JSON; its last member is the digest of what is before.
  var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { record in
      record.member("schema_version", 1)
      record.object("shard") {
        $0.member("index", shard.index)
        $0.member("count", shard.count)
      }
      record.member("version", version)
      record.object("settings") { object in
        for setting in settings { object.member(setting.name, setting.value) }
      }
      record.object("inputs") { inputs.write(to: &$0) }
      record.array("covers", of: covers) { $1.write(to: &$0) }
      record.array("exports", of: exports) { $1.write(to: &$0) }
      record.object("counts") {
        $0.member("documents", counts.documents)
        $0.member("without_rating", counts.withoutRating)
        $0.member("other_documents", counts.others)
        $0.member("rejects", counts.rejects)
      }
      record.array("fingerprints", of: [fingerprints]) { $1.write(to: &$0) }
      record.array("batches", of: batches) { $1.write(to: &$0) }
      record.array("undo", of: undoBatches) { $1.write(to: &$0) }
    }
    let body = writer.bytes.dropLast(Self.ending.count)
    return body + Self.seal(of: Array(body))
  }

  private static let ending = Array("\n}".utf8)

  private static func seal(of body: [UInt8]) -> [UInt8] {
    Array(",\n  \"sha256\": \"\(SHA256.digest(body))\"\n}\n".utf8)
  }
}

// MARK: Reading

extension ShardRecord {
  /// Reads the record of a shard's directory.
  ///
  /// - Throws: `UnsuitableInput` if there is none, or it was truncated or edited; `SystemError`.
  init(in directory: String) throws {
    let path = directory + "/" + Self.fileName
    guard try FileStatus(path: path) != nil else {
      let isWhole = try FileStatus(path: directory + "/" + BatchDirectory.manifestName) != nil
      throw UnsuitableInput(
        directory,
        isWhole
          ? "it has all batches of a run, not those of a shard"
          : "it has no \(Self.fileName), and is not a shard's directory of batches",
        hint: "name the directories that --batches wrote with --shard",
        kind: try FileStatus(path: directory) == nil ? .noInput : .badData)
    }
    var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10, limit: .max)
    try window.fill()
    let bytes = window.bytes.copied
    let sealLength = Self.seal(of: []).count
    let body = Array(bytes.dropLast(sealLength))
    guard bytes.count > sealLength, Self.seal(of: body).elementsEqual(bytes.suffix(sealLength)),
      let record = ShardRecord(JSONValue(ifIn: bytes.span))
    else {
      throw UnsuitableInput(
        path, "it is not the record of a shard, or was truncated or edited",
        hint: "make the shard's batches again")
    }
    self = record
  }

  private init?(_ value: JSONValue?) {
    guard let value, value["schema_version"]?.integer == 1,
      let index = value["shard"]?["index"]?.integer, let count = value["shard"]?["count"]?.integer,
      let shard = RunShard(index, of: count), let version = value["version"]?.string,
      case .object(let settings)? = value["settings"], let inputs = Inputs(value["inputs"]),
      let covers = value["covers"]?.elements(Cover.init),
      let exports = value["exports"]?.elements({ ExportCounts($0) }),
      let counts = value["counts"], let documents = counts.count("documents"),
      let withoutRating = counts.count("without_rating"),
      let others = counts.count("other_documents"), let rejects = counts.count("rejects"),
      let fingerprints = value["fingerprints"]?.elements(BatchFile.init)?.first,
      let batches = value["batches"]?.elements(BatchFile.init),
      let undoBatches = value["undo"]?.elements(BatchFile.init),
      batches.count == undoBatches.count
    else { return nil }
    self.shard = shard
    self.version = version
    self.settings = settings.map { ($0.key, $0.value.string ?? "") }
    self.inputs = inputs
    (self.covers, self.exports) = (covers, exports)
    self.counts = Counts(
      documents: documents, withoutRating: withoutRating, others: others, rejects: rejects)
    self.fingerprints = fingerprints
    (self.batches, self.undoBatches) = (batches, undoBatches)
    if limits == nil { return nil }
  }
}

extension BatchFile {
  fileprivate init?(_ value: JSONValue) {
    guard let name = value["file"]?.string, let writeCount = value.count("writes"),
      let byteCount = value.count("bytes"),
      let digest = value["sha256"]?.digest,
      !name.hasPrefix("/"), !name.dividedAtSlashes().contains("..")
    else { return nil }
    self.init(name: name, writeCount: writeCount, byteCount: byteCount, digest: digest)
  }
}
