#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Array where Element: BitwiseCopyable {
  /// Creates an array of equal elements, in large pages if it takes megabytes and the system has
  /// them.
  ///
  /// For a table that is read at random. With small pages, the processor looks up the address of a
  /// page for most reads, and the system adds each page when it is first written.
  package init(inLargePages element: Element, count: Int) {
    // SAFETY: every element of the buffer is initialised.
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initializedCount in
      unsafe UnsafeMutableRawBufferPointer(buffer).adviseLargePages()
      unsafe buffer.initialize(repeating: element)
      initializedCount = count
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Asks the system for large pages, for the whole pages of this memory.
  fileprivate func adviseLargePages() {
    #if !canImport(Darwin)
      guard count >= 4 << 20, let base = baseAddress else { return }
      let pageByteCount = Int(sysconf(CInt(_SC_PAGESIZE)))
      let lead = (pageByteCount - Int(bitPattern: base) % pageByteCount) % pageByteCount
      // The rest of the last page may belong to others. An error does not matter: the pages stay
      // small.
      let length = (count - lead) / pageByteCount * pageByteCount
      _ = unsafe madvise(base + lead, length, MADV_HUGEPAGE)
    #endif
  }
}
