import Scan

// SAFETY: `environ` is a variable that nothing in this package changes, so that no reader races.
#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  import Darwin
#endif

/// The environment variables of a run.
package struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// Variables for a test.
  package init(_ variables: [String: String]) { lookUp = { variables[$0] } }

  private init(lookUp: @escaping @Sendable (String) -> String?) { self.lookUp = lookUp }

  /// The variables of this process.
  package static var process: Environment {
    Environment { name in
      // SAFETY: the string is copied at once, and nothing in this package changes the environment.
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe String(cString: value)
    }
  }

  /// The variables of this process as `NAME=value`, byte for byte, with a NUL.
  static var processEntries: [[CChar]] {
    #if canImport(Darwin)
      let first = unsafe _NSGetEnviron().pointee
    #else
      let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
    #endif
    guard var next = unsafe first else { return [] }
    var entries: [[CChar]] = []
    // SAFETY: a null pointer ends the list, a NUL each entry, and each is copied at once.
    while let entry = unsafe next.pointee {
      unsafe entries.append(Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1)))
      unsafe next += 1
    }
    return entries
  }

  /// The value of a variable; nil if it is not set, as distinct from empty.
  package subscript(name: String) -> String? { lookUp(name) }
}
