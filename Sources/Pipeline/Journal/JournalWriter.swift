package import ByteIO
import JSONText

/// Writes what takes a run back: the bytes that its results no longer hold, and where they stood.
package struct JournalWriter: ~Copyable {
  private var output: ByteOutput
  private var steps: [UInt8] = []
  private var fileCount = 0

  /// Begins a journal.
  ///
  /// - Parameters:
  ///   - output: readable to its owner alone: a journal holds people's device ids.
  ///   - tool: the name of the tool whose run it is.
  ///   - time: when that was.
  package init(
    _ output: consuming ByteOutput, tool: String, version: String, time: Timestamp
  ) throws {
    self.output = output
    try self.output.write(Array(JournalFormat.beginning.description.utf8))
    try write(.run) { run in
      run.member("schema_version", 1)
      run.member("tool", tool)
      run.member("version", version)
      run.member("time", time.description)
    }
  }

  /// Adds how one result becomes what it was made from.
  ///
  /// - Returns: what both are.
  package mutating func add(
    _ original: consuming InputFile, _ result: consuming InputFile
  ) throws -> (original: JournalFile.Identity, result: JournalFile.Identity) {
    var finder = DeltaFinder(original: original, result: result)
    try finder.run { copied, passed, inserted in
      try step(copying: copied, passing: passed, inserting: inserted)
    }
    return finder.identities
  }

  /// Adds a file as it is, in the place of a result of which nothing stays.
  ///
  /// - Returns: what the file is.
  package mutating func add(
    whole original: consuming InputFile, passing byteCount: Int
  ) throws -> JournalFile.Identity {
    var window = ByteWindow(original)
    var sum = CRC32C()
    try step(copying: 0, passing: byteCount, inserting: window.bytes)
    while try window.refill() == .more {
      sum.update(window.bytes)
      try step(copying: 0, passing: 0, inserting: window.bytes)
      window.drop(window.count)
    }
    return JournalFile.Identity(byteCount: window.byteCountRead, checksum: sum.value)
  }

  /// Ends what was added for a file.
  package mutating func end(_ file: JournalFile) throws {
    try flushSteps()
    fileCount += 1
    try write(.file) { object in
      object.member("original", file.originalPath)
      object.member("result", file.resultPath)
      object.member("mode", file.mode)
      object.member("original_bytes", file.original.byteCount)
      object.member("original_crc32c", file.original.checksum)
      if let result = file.result {
        object.member("result_bytes", result.byteCount)
        object.member("result_crc32c", result.checksum)
      }
    }
  }

  /// Ends the journal.
  package mutating func finish() throws -> FinishedOutput {
    let count = fileCount
    try write(.end) { $0.member("files", count) }
    return try output.finish()
  }

  // MARK: Steps and frames

  private mutating func step(copying: Int, passing: Int, inserting bytes: Span<UInt8>) throws {
    var (copying, passing, start) = (copying, passing, 0)
    repeat {
      // A frame holds whole steps, so that long insertions are several.
      let count = min(bytes.count - start, JournalFormat.stepsByteCount)
      append(copying)
      append(passing)
      append(count)
      steps.append(contentsOf: bytes.extracting(start..<start + count))
      start += count
      (copying, passing) = (0, 0)
      if steps.count >= JournalFormat.stepsByteCount { try flushSteps() }
    } while start < bytes.count
  }

  private mutating func append(_ number: Int) {
    var left = UInt(number)
    while left >= 0x80 {
      steps.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    steps.append(UInt8(left))
  }

  private mutating func flushSteps() throws {
    guard !steps.isEmpty else { return }
    try write(.steps, steps)
    steps.removeAll(keepingCapacity: true)
  }

  private mutating func write(
    _ kind: JournalFormat.FrameKind, _ members: (inout JSONWriter) -> Void
  ) throws {
    var writer = JSONWriter()
    writer.object(members)
    try write(kind, writer.bytes)
  }

  private mutating func write(_ kind: JournalFormat.FrameKind, _ content: [UInt8]) throws {
    var header = [kind.rawValue]
    for number in [
      UInt32(content.count), JournalFormat.checksum(kind.rawValue, content.span),
    ] {
      for index in 0..<4 as Range<UInt32> {
        header.append(UInt8(truncatingIfNeeded: number >> (8 * index)))
      }
    }
    try output.write(header)
    try output.write(content)
  }
}
