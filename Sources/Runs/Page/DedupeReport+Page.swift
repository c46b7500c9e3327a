import Scan

// What each policy for several votes of one device would change, as pages show it.
extension DedupeReport {
  /// The policies as a table, with the moves under each.
  package var section: RunPage.Section {
    let rows = rows
    return RunPage.Section("What each policy of --dedupe would change") { part in
      part.table(
        "Votes that count, and the lists that would differ",
        [
          .words("votes of a device"), .count("counted"), .count("left out"),
          .count("no device or week"), .count("no time"),
        ], rows.map(\.cells))
      let moves = rows.flatMap { row in row.difference.lines.map { "\(row.name): \($0)" } }
      if moves.isEmpty {
        part.element(.p, words: "No policy would change the ranking.")
      } else {
        part.list(moves)
      }
    }
  }
}

extension CompatibilityReport {
  /// The comparison with the app's own script, as it is printed.
  package var section: RunPage.Section {
    let lines = text(width: .max).split(separator: "\n")
    return RunPage.Section("What the app's own script would count") { $0.lines(lines) }
  }
}
