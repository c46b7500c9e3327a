/// What the tables of a report may do: how wide they are, and what only a terminal shows.
package struct ReportForm: Sendable {
  /// The columns of a line; `Int.max` without a limit.
  package var width: Int
  /// Whether words are coloured.
  package var isColored: Bool
  /// Whether the report is on a terminal, whose whole width bars may fill.
  package var isOnTerminal: Bool

  package init(width: Int, isColored: Bool = false, isOnTerminal: Bool = false) {
    self.width = width
    self.isColored = isColored
    self.isOnTerminal = isOnTerminal
  }
}
