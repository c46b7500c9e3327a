/// How the reading of an input is shared between threads.
package struct WorkSharing: Sendable {
  /// How many threads read at once; 0 reads one record after the other, ahead of none.
  package var threadCount: Int
  /// How much of the input each takes at a time, in bytes.
  package var chunkByteCount: Int

  /// - Parameter chunkByteCount: nil is as much as a processor's cache holds, and less where many
  ///   threads have a chunk each.
  package init(threadCount: Int = 1, chunkByteCount: Int? = nil) {
    self.threadCount = threadCount
    self.chunkByteCount =
      chunkByteCount ?? min(512 << 10, max(32 << 10, (4 << 20) / max(threadCount, 1)))
  }
}
