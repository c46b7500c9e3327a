package import Scan
package import SystemIO

/// Writes the undo journal of a run: the original bytes that its results lack, and their places.
package struct JournalWriter: ~Copyable, Sendable {
  private var output: ByteOutput
  private var fileCount = 0

  /// Begins a journal.
  ///
  /// - Parameters:
  ///   - output: readable by its owner only, because a journal contains device ids.
  ///   - tool: the name of the run's tool.
  ///   - time: the time of the run.
  ///   - outputs: the outputs as named, as absolute paths.
  ///   - options: the options that determine the result, which a resumed run must share.
  package init(
    _ output: consuming ByteOutput, tool: String, version: String, time: Timestamp,
    outputs: [String], options: [String] = []
  ) throws {
    self.output = output
    try self.output.write(Array(JournalFormat.beginning.utf8))
    try write(.run) { run in
      run.member("schema_version", 1)
      run.member("tool", tool)
      run.member("version", version)
      run.member("time", time.description)
      run.member("outputs", outputs)
      run.member("options", options)
    }
  }

  /// Adds steps from a result back to its original.
  package mutating func add(_ steps: DeltaSteps.Finished) throws {
    try steps.withBytes { bytes in try write(.steps, bytes, steps.checksum) }
  }

  /// Adds a whole original, because the result shares no bytes with it.
  ///
  /// - Returns: its identity.
  package mutating func add(whole original: consuming InputFile) throws -> JournalFile.Identity {
    var window = ByteWindow(original, byteCount: JournalFormat.pieceByteCount)
    var sum = CRC32C()
    try window.forEachPiece { piece in
      sum.update(piece)
      try write(.piece, piece)
    }
    return JournalFile.Identity(byteCount: window.byteCountRead, checksum: sum.value)
  }

  /// Ends the steps or pieces of a file.
  package mutating func end(_ file: JournalFile) throws {
    fileCount += 1
    try write(.file) { object in
      object.member("original", file.originalPath)
      object.member("result", file.resultPath)
      object.member("mode", Int(file.mode))
      object.member("original_bytes", file.original.byteCount)
      object.member("original_crc32c", String(file.original.checksum, radix: 16))
      switch file.result {
      case .steps(let byteCount): object.member("result_bytes", byteCount)
      case .other(let result):
        object.member("result_bytes", result.byteCount)
        object.member("result_crc32c", String(result.checksum, radix: 16))
      case .nothing: break
      }
    }
  }

  /// Ends the journal.
  package mutating func finish() throws -> FinishedOutput {
    let count = fileCount
    try write(.end) { $0.member("files", count) }
    return try output.finish()
  }

  // MARK: Frames

  private mutating func write(
    _ kind: JournalFormat.FrameKind, _ members: (inout JSONWriter) -> Void
  ) throws {
    var writer = JSONWriter()
    writer.object(members)
    try write(kind, writer.span)
  }

  /// - Parameter checksum: the content's checksum, if known.
  private mutating func write(
    _ kind: JournalFormat.FrameKind, _ content: Span<UInt8>, _ checksum: UInt32? = nil
  ) throws {
    let checksum = checksum ?? CRC32C.checksum(content)
    var header = [kind.rawValue]
    for number in [
      UInt32(content.count),
      JournalFormat.checksum(kind.rawValue, checksum, byteCount: content.count),
    ] {
      for index in 0..<4 as Range<UInt32> {
        header.append(UInt8(truncatingIfNeeded: number >> (8 * index)))
      }
    }
    try output.write(header)
    try output.write(content)
  }
}
