import Scan
package import SystemIO

/// What can be known of the terminal before anything is laid out for it.
package enum Terminal {
  /// The columns where nothing tells how many there are.
  package static let usualColumns = 80

  /// The columns to lay out text for: `COLUMNS`, then those of the terminal, then 80.
  ///
  /// A `COLUMNS` that is zero, no number or beyond any screen counts as 80; set to nothing, it
  /// counts as not set.
  package static func outputWidth(environment: Environment, columns: Int?) -> Int {
    if let variable = environment["COLUMNS"], isWidthGiven(environment) {
      return sane(Int(argument: variable))
    }
    return sane(columns)
  }

  /// Whether `COLUMNS` says how many columns there are, rightly or not.
  package static func isWidthGiven(_ environment: Environment) -> Bool {
    environment["COLUMNS"].map { !$0.isEmpty } ?? false
  }

  private static func sane(_ columns: Int?) -> Int {
    guard let columns, (1...4096).contains(columns) else { return usualColumns }
    return columns
  }
}
