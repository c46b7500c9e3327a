#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The variables a run was started with.
package struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// Variables of a test's own.
  package init(_ variables: [String: String]) { lookUp = { variables[$0] } }

  private init(lookUp: @escaping @Sendable (String) -> String?) { self.lookUp = lookUp }

  /// Those of this process.
  package static var process: Environment {
    Environment { name in
      // SAFETY: the string is copied at once, and nothing in this package changes the environment.
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe String(cString: value)
    }
  }

  /// The value of a variable; nil where it is not set, which is not the same as set to nothing.
  package subscript(name: String) -> String? { lookUp(name) }
}
