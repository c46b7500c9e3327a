import Scan
import SystemIO

/// An option as given on a command line.
package struct GivenOption: Sendable {
  /// Its declaration.
  package let declaration: OptionDeclaration
  /// Its value, if it takes one.
  package let value: String?
  /// Whether it is the `--no-` form of a pair.
  package let isNegative: Bool

  init(_ declaration: OptionDeclaration, value: String? = nil, isNegative: Bool = false) {
    self.declaration = declaration
    self.value = value
    self.isNegative = isNegative
  }

  /// What it affects.
  package var role: OptionRole { declaration.role }

  /// The long spelling, dashes included.
  package var spelling: String { (isNegative ? "--no-" : "--") + declaration.name }

  /// The option as one word of a command line.
  package var argument: String { value.map { "\(spelling)=\($0)" } ?? spelling }

  /// The same word, with an absolute path if the value is a path.
  ///
  /// - Throws: `SystemError` if the current directory is not known.
  func absoluteArgument() throws(SystemError) -> String {
    guard declaration.pathKind != nil, let value else { return argument }
    return "\(spelling)=\(try RecordedRun.absolute(value))"
  }
}
