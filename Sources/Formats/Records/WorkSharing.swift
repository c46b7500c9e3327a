/// How reading an input is divided between threads.
package struct WorkSharing: Sendable {
  /// The number of threads; 0 disables runs, so that records are read one by one.
  package var threadCount: Int
  /// The size of a thread's chunk, in bytes.
  package var chunkByteCount: Int

  /// - Parameter chunkByteCount: nil chooses the size of a processor cache, less with many threads.
  package init(threadCount: Int = 1, chunkByteCount: Int? = nil) {
    self.threadCount = threadCount
    self.chunkByteCount =
      chunkByteCount ?? min(512 << 10, max(32 << 10, (4 << 20) / max(threadCount, 1)))
  }
}
