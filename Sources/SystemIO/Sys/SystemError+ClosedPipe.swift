#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SystemError {
  /// Whether the reader of standard output has gone away, as `head` does when it has seen enough.
  ///
  /// That is no failure of this program: it ends at once, quietly and well.
  package var isClosedOutput: Bool { code == EPIPE && path == StandardStream.output.name }
}
