import Scan
package import SystemIO

/// The batches of a migration, the batches that undo it, and their manifest.
///
/// A batch and the batch of the same name in `undo/` contain the same documents, so that each batch
/// can be undone by itself. A dry run has no directory, but the same names and digests.
package struct BatchDirectory: Sendable {
  /// The path to publish it at.
  package let path: String
  /// The batches written so far.
  package internal(set) var batches: [BatchFile] = []
  /// The batches that undo them, in the same order.
  var undoBatches: [BatchFile] = []
  /// Every file, the manifest or the record of the shard last; empty before `finish`.
  package private(set) var files: [BatchFile] = []
  let limits: BatchLimits
  private let directory: StagedDirectory?
  private let comparisons: ComparedFiles?
  /// The batch that is being packed, the one that undoes it, and the number of writes in each.
  var (batch, undoBatch, writeCount): ([UInt8], [UInt8], Int) = ([], [], 0)
  /// The database of all writes, since a commit is sent to one.
  var database: [UInt8] = []

  /// - Parameters:
  ///   - limits: the limits of one batch.
  ///   - stampsTime: whether updates also set a server timestamp; batches then hold half as many
  ///     writes, deletes included.
  ///   - isDiscarding: whether nothing is written, as in a dry run.
  ///   - comparisons: compares the files with existing ones instead.
  package init(
    _ path: String, limits: BatchLimits, stampsTime: Bool = false, isDiscarding: Bool,
    comparing comparisons: ComparedFiles? = nil
  ) throws {
    self.path = path
    self.comparisons = comparisons
    directory = isDiscarding ? nil : try StagedDirectory(path)
    try directory?.addDirectory("undo")
    self.limits = BatchLimits(
      writeCount: stampsTime ? max(1, limits.writeCount / 2) : limits.writeCount,
      byteCount: limits.byteCount)
  }

  /// Writes the last batches and the manifest, all unpublished.
  mutating func finish(sources: [ShardRecord.Cover]) throws(SystemError) {
    try flush()
    files = batches + undoBatches
    files.append(try file(Self.manifestName, manifest(sources)))
    try end()
  }

  /// Writes the last batches of a shard, its fingerprints and its record, all unpublished.
  ///
  /// - Parameter record: makes the record from the batches, those that undo them and the file of the
  ///   fingerprints.
  mutating func finish(
    _ fingerprints: ShardFingerprints,
    _ record: ([BatchFile], [BatchFile], BatchFile) -> ShardRecord
  ) throws(SystemError) {
    try flush()
    let listed = try file(ShardRecord.fingerprintsName, fingerprints.sorted())
    let json = record(batches, undoBatches, listed).json
    files = batches + undoBatches + [listed, try file(ShardRecord.fileName, json)]
    try end()
  }

  /// Writes a file with the writes since the last batch: after `flush`, one that has none.
  func file(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> BatchFile {
    try directory?.write(bytes, to: name)
    try comparisons?.compare(bytes, with: path + "/" + name)
    return BatchFile(
      name: name, writeCount: writeCount, byteCount: bytes.count, digest: SHA256.digest(bytes))
  }

  /// Makes the files durable, or looks for others in the directory, which could be sent by mistake.
  private func end() throws(SystemError) {
    try directory?.flush()
    guard let comparisons else { return }
    let names = files.map(\.name)
    let undone = names.filter { $0.hasPrefix("undo/") }.map { String($0.dropFirst(5)) }
    try comparisons.expect(only: Set(names + ["undo"]), in: path)
    try comparisons.expect(only: Set(undone), in: path + "/undo")
  }

  /// The name of the manifest, which lists all files and sources.
  static let manifestName = "manifest.json"

  /// Renames the directory into place.
  ///
  /// - Parameter didRename: called directly after the rename.
  package func publish(_ didRename: () -> Void = {}) throws(SystemError) {
    guard let directory else { return didRename() }
    try directory.publish(didRename)
  }

  /// - Parameter sources: what the batches were made from; an input that was skipped has no digest.
  private func manifest(_ sources: [ShardRecord.Cover]) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { manifest in
      manifest.member("schema_version", 1)
      manifest.array("sources", of: sources.filter { $0.digest != nil }) { object, source in
        let isPart = source.range.count != source.byteCount
        object.member("path", source.path)
        object.optionalMember("from", isPart ? source.range.lowerBound : nil)
        object.member("bytes", source.range.count)
        object.optionalMember("sha256", source.digest?.description)
      }
      manifest.array("batches", of: batches) { $1.write(to: &$0) }
      manifest.array("undo", of: undoBatches) { $1.write(to: &$0) }
    }
    return writer.line
  }
}

extension BatchDirectory {
  /// The report's lines for the files that a run writes, the last one first.
  package func rows(of run: ToolRun) -> [String] {
    if run.facts.hasKeptBatches { return [] }
    let rows = files.map { "\($0.digest)  \(path)/\($0.name)" }
    return rows.suffix(1) + ReportText.shortened(rows.dropLast(), isWhole: run.arguments[.verbose])
  }
}

extension Fact {
  /// The files of a directory of batches; an empty list if the run writes none.
  package static func batches(_ batches: BatchDirectory?) -> Fact {
    Fact("batches", of: batches?.files ?? []) { $1.write(to: &$0) }
  }
}
