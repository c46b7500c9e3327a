package import Scan
package import SystemIO

/// The batches of a migration, the batches that undo it, and the manifest that names them all.
package struct BatchDirectory: Sendable {
  /// The batches, each with the one that takes it back.
  package var writer: BatchWriter
  /// The path it will have.
  package let path: String
  /// Every file, the manifest last, when all is written.
  package private(set) var files: [BatchWriter.File] = []
  private let directory: StagedDirectory?
  private let comparisons: ComparedFiles?

  /// An input the batches were made from.
  package struct Source: Sendable {
    package let path: String
    package let byteCount: Int
    package let digest: SHA256.Digest

    package init(path: String, byteCount: Int, digest: SHA256.Digest) {
      self.path = path
      self.byteCount = byteCount
      self.digest = digest
    }
  }

  /// - Parameters:
  ///   - limits: what a batch may hold.
  ///   - stampsTime: whether updates also let the server set a timestamp; its batches then hold
  ///     half as many writes, deletes included.
  ///   - isDiscarding: whether nothing is to be written, as in a dry run.
  ///   - comparisons: where batches and manifest are compared with those that are there.
  package init(
    _ path: String, limits: BatchLimits, stampsTime: Bool = false, isDiscarding: Bool,
    comparing comparisons: ComparedFiles? = nil
  ) throws {
    self.path = path
    self.comparisons = comparisons
    directory = isDiscarding ? nil : try StagedDirectory(path)
    try directory?.addDirectory("undo")
    let halved = BatchLimits(
      writeCount: max(1, limits.writeCount / 2), byteCount: limits.byteCount)
    writer = BatchWriter(
      limits: stampsTime ? halved : limits, directory: directory,
      comparing: comparisons.map { ($0, path) })
  }

  /// Writes the last batches and the manifest; nothing is seen before `publish`.
  ///
  /// - Returns: every file, the manifest last.
  package mutating func finish(sources: [Source]) throws(SystemError) -> [BatchWriter.File] {
    try writer.finish()
    let manifest = manifest(sources)
    try directory?.write(manifest, to: Self.manifestName)
    try directory?.flush()
    try comparisons?.compare(manifest, with: path + "/" + Self.manifestName)
    files =
      writer.batches + writer.undoBatches + [
        BatchWriter.File(
          name: Self.manifestName, writeCount: 0, byteCount: manifest.count,
          digest: SHA256.digest(manifest))
      ]
    try lookForStrays()
    return files
  }

  /// Looks for files that are no batch of the run, and may be sent with those that are.
  private func lookForStrays() throws(SystemError) {
    guard let comparisons else { return }
    let names = files.map(\.name)
    let undone = names.filter { $0.hasPrefix("undo/") }.map { String($0.dropFirst(5)) }
    try comparisons.expect(only: Set(names + ["undo"]), in: path)
    try comparisons.expect(only: Set(undone), in: path + "/undo")
  }

  /// The file that names all others, and the sources by their paths.
  package static let manifestName = "manifest.json"

  /// Gives the directory its name.
  ///
  /// - Parameter didRename: called as soon as it has it.
  package func publish(_ didRename: () -> Void = {}) throws(SystemError) {
    guard let directory else { return didRename() }
    try directory.publish(didRename)
  }

  private func manifest(_ sources: [Source]) -> [UInt8] {
    let (batches, undoBatches) = (writer.batches, writer.undoBatches)
    var writer = JSONWriter(.pretty)
    writer.object { manifest in
      manifest.member("schema_version", 1)
      manifest.key("sources")
      manifest.array { array in
        for source in sources {
          array.object { object in
            object.member("path", source.path)
            object.member("bytes", source.byteCount)
            object.member("sha256", source.digest.description)
          }
        }
      }
      for (name, files) in [("batches", batches), ("undo", undoBatches)] {
        manifest.key(name)
        manifest.array { array in for file in files { file.write(to: &array) } }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
