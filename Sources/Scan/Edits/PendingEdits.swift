/// Holds edits of an input until the bytes around them are written.
package struct PendingEdits: Sendable {
  private var edits: [Edit] = []

  package init() {}

  /// Adds an edit.
  ///
  /// - Precondition: it does not begin before the end of the edits before it.
  package mutating func enter(_ edit: Edit) {
    precondition(edit.range.lowerBound >= edits.last?.range.upperBound ?? 0)
    edits.append(edit)
  }

  /// Adds consecutive edits.
  ///
  /// - Precondition: the first does not begin before the end of the edits before it.
  package mutating func enter(_ more: ArraySlice<Edit>) {
    guard let first = more.first else { return }
    precondition(first.range.lowerBound >= edits.last?.range.upperBound ?? 0)
    edits += more
  }

  /// Removes and returns the edits up to a place.
  ///
  /// - Precondition: none extends beyond it.
  package mutating func take(upTo end: Int) -> [Edit] {
    let count = edits.firstIndex { $0.range.upperBound > end } ?? edits.count
    precondition(count == edits.count || edits[count].range.lowerBound >= end)
    defer { edits.removeFirst(count) }
    return count == edits.count ? edits : Array(edits[..<count])
  }
}
