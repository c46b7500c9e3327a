/// What an option has a say in.
package enum OptionRole: Sendable, Hashable {
  /// What the run makes.
  case result
  /// Whether what it made is published.
  case guarding
  /// How this one call goes: what is told, waited for, written at all; never what would be written.
  case call
}

/// What a path in an option's value names.
package enum PathKind: Sendable, Hashable {
  case file
  case directory
  case fileOrDirectory
}

/// An option as a command line gives it.
package struct GivenOption: Sendable, Hashable {
  /// The long spelling, dashes included.
  package let spelling: String
  /// Its value, where it takes one.
  package let value: String?
  /// What the value names, where it is a path.
  package let pathKind: PathKind?
  package let role: OptionRole

  /// The option as one word of a command line.
  ///
  /// - Parameter path: what to write in the place of a path.
  package func argument(_ path: (String) -> String = { $0 }) -> String {
    guard let value else { return spelling }
    return "\(spelling)=\(pathKind == nil ? value : path(value))"
  }
}
