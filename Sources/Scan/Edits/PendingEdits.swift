/// Holds edits of an input until the bytes around them are written.
package struct PendingEdits: Sendable {
  private var edits: ArraySlice<Edit> = []

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
    // As they mostly are, without a copy.
    if edits.isEmpty { edits = more } else { edits += more }
  }

  /// Removes and returns the edits up to a place.
  ///
  /// - Precondition: none extends beyond it.
  package mutating func take(upTo end: Int) -> ArraySlice<Edit> {
    let next =
      edits.last.map { $0.range.upperBound <= end } ?? true
      ? edits.endIndex : edits.firstIndex { $0.range.upperBound > end } ?? edits.endIndex
    precondition(next == edits.endIndex || edits[next].range.lowerBound >= end)
    let taken = edits[..<next]
    edits = next == edits.endIndex ? [] : edits[next...]
    return taken
  }
}
