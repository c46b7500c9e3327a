import Scan
import SystemIO

/// The warnings of a run, held back until its result is printed, so that they do not push it off the
/// screen.
///
/// Warnings of one kind are one group: how many there were, and the first of them. Their lines are
/// made when they are reported, so that only a few of each kind are kept.
struct HeldWarnings {
  /// So many warnings of one kind are printed in full.
  static let linesPerKind = 3

  /// Of so many lines in all, groups print only their first.
  private static let roomForLines = 6

  /// A warning as it will be printed, with the hint that belongs to it.
  struct Line {
    var text: String
    /// The file, line and column alone.
    var place: String?
  }

  private struct Group {
    /// What its warnings have in common; nil for one that is like no other.
    var kind: String?
    var severity: Diagnostic.Severity
    var isListed: Bool
    var lines: [Line] = []
    /// How many there were since the last were printed.
    var heldCount = 0
    /// How many there were.
    var count = 0
  }

  /// In the order in which the kinds were first met: so few that to look at each takes less time than
  /// to hash a name.
  private var groups: [Group] = []

  /// How many warnings of a kind there were, printed or not.
  func count(ofKind kind: String) -> Int {
    groups.first { $0.kind == kind }?.count ?? 0
  }

  /// Counts a warning of which enough are held; false where its line is still wanted.
  mutating func countsOnly(_ kind: String) -> Bool {
    guard let place = groups.firstIndex(where: { $0.kind == kind }),
      groups[place].lines.count >= Self.linesPerKind
    else { return false }
    groups[place].count += 1
    groups[place].heldCount += 1
    return true
  }

  /// Counts a warning, and holds its line where one is given.
  mutating func add(_ diagnostic: Diagnostic, _ line: @autoclosure () -> Line?) {
    let place = place(of: diagnostic)
    groups[place].count += 1
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

  /// Hands over what is held, to be printed.
  ///
  /// - Parameters:
  ///   - path: the list that `--rejects` names.
  ///   - spelling: a line for how many more there were of a kind.
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
