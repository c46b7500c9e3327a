/// A file as the command line names it.
package struct NamedFile: Equatable, Sendable, CustomStringConvertible {
  /// The option that names it; nil for an input.
  let option: String?
  let path: String

  package var description: String { "\(option ?? "the input") '\(path)'" }
}
