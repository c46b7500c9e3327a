import Scan
package import SystemIO

/// The width of the terminal.
package enum Terminal {
  /// The width if none is known.
  package static let usualColumns = 80

  /// The columns to lay out text for: `COLUMNS`, else the terminal's, else 80.
  ///
  /// A `COLUMNS` that is zero, not a number or beyond any screen counts as 80; an empty one counts
  /// as not set.
  package static func outputWidth(environment: Environment, columns: Int?) -> Int {
    if let variable = environment["COLUMNS"], isWidthGiven(environment) {
      return sane(Int(argument: variable))
    }
    return sane(columns)
  }

  /// Whether `COLUMNS` is set, to a valid number or not.
  package static func isWidthGiven(_ environment: Environment) -> Bool {
    environment["COLUMNS"].map { !$0.isEmpty } ?? false
  }

  private static func sane(_ columns: Int?) -> Int {
    guard let columns, (1...4096).contains(columns) else { return usualColumns }
    return columns
  }
}
