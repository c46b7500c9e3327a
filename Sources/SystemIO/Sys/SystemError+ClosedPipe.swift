#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SystemError {
  /// Whether the reader of standard output has closed it, like `head`.
  ///
  /// That is success: the program ends at once and quietly.
  package var isClosedOutput: Bool { code == EPIPE && path == StandardStream.output.name }
}
