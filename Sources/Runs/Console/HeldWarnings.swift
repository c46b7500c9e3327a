import Scan
import SystemIO

/// The warnings of a run, held back until its result is printed, so that they do not scroll it
/// away.
///
/// Warnings of one kind form a group: a count and the first few. Lines are built when a warning is
/// reported, so that only a few of each kind need memory.
struct HeldWarnings {
  /// The number of warnings of one kind printed in full.
  static let linesPerKind = 3

  /// The number of lines above which groups print only their first.
  private static let roomForLines = 6

  /// The line of a warning, with its hint.
  struct Line {
    var text: String
    /// The file, line and column alone.
    var place: String?
  }

  /// The warnings of one kind: how many, and the first few.
  struct Group {
    /// Nil for a single warning without one.
    let kind: String?
    let severity: Diagnostic.Severity
    fileprivate let isListed: Bool
    fileprivate var lines: [Line] = []
    /// The number of warnings since the last release.
    fileprivate var heldCount = 0
    /// The number of warnings.
    fileprivate(set) var count = 0
    /// The first few, also those that were printed at once.
    fileprivate(set) var examples: [Diagnostic] = []
  }

  /// The groups by first occurrence; so few that a linear search is faster than hashing.
  private(set) var groups: [Group] = []

  /// Counts a warning if enough of its kind are held; false if its line is still needed.
  mutating func countsOnly(_ kind: String) -> Bool {
    guard let place = groups.firstIndex(where: { $0.kind == kind }),
      groups[place].lines.count >= Self.linesPerKind
    else { return false }
    groups[place].count += 1
    groups[place].heldCount += 1
    return true
  }

  /// Counts a warning, and holds its line if there is one.
  mutating func add(_ diagnostic: Diagnostic, _ line: @autoclosure () -> Line?) {
    let place = place(of: diagnostic)
    groups[place].count += 1
    if groups[place].examples.count < Self.linesPerKind {
      groups[place].examples.append(diagnostic)
    }
    guard groups[place].lines.count < Self.linesPerKind else {
      groups[place].heldCount += 1
      return
    }
    guard let line = line() else { return }
    groups[place].heldCount += 1
    groups[place].lines.append(line)
  }

  private mutating func place(of diagnostic: Diagnostic) -> Int {
    if let kind = diagnostic.kind, let place = groups.firstIndex(where: { $0.kind == kind }) {
      return place
    }
    groups.append(
      Group(
        kind: diagnostic.kind, severity: diagnostic.severity, isListed: diagnostic.isListed))
    return groups.count - 1
  }

  /// The held lines, to be printed; afterwards none are held.
  ///
  /// - Parameters:
  ///   - path: the file that `--rejects` names.
  ///   - spelling: formats the line about further warnings of a kind.
  mutating func release(
    wholeListIn path: String?, _ spelling: (Diagnostic) -> String
  ) -> String {
    let lineCount = groups.reduce(0) { $0 + $1.lines.count }
    var text = ""
    for index in groups.indices {
      text += Self.text(of: groups[index], isTight: lineCount > Self.roomForLines, path, spelling)
      groups[index].lines = []
      groups[index].heldCount = 0
    }
    return text
  }

  private static func text(
    of group: Group, isTight: Bool, _ path: String?, _ spelling: (Diagnostic) -> String
  ) -> String {
    guard let kind = group.kind, group.heldCount > (isTight ? 1 : linesPerKind) else {
      return group.lines.map(\.text).joined()
    }
    let places = group.lines.dropFirst().compactMap(\.place)
    let hasPlaces = places.count == group.lines.count - 1
    let shown = hasPlaces ? Array(group.lines.prefix(1)) : group.lines
    let more = group.heldCount - shown.count
    guard more > 0 else { return shown.map(\.text).joined() }
    var words = "\(Amount.count(more)) more of the kind '\(kind)'"
    if hasPlaces {
      words += ", at " + places.joined(separator: ", ") + (more > places.count ? ", …" : "")
    }
    let list = path.flatMap { group.isListed ? "the whole list is in '\($0)'" : nil }
    var last = Diagnostic(
      group.severity, "\(words); \(list ?? "--verbose shows them all")", kind: kind)
    last.count = group.count
    return shown.map(\.text).joined() + spelling(last)
  }
}
