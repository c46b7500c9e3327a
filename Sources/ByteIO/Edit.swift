/// One change: a range of the input's bytes, and the bytes that replace it.
package struct Edit: Sendable, Hashable {
  package var range: Range<Int>
  package var replacement: [UInt8]

  package init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  /// The text with all edits made.
  ///
  /// - Precondition: the edits do not overlap; of two at one place the first goes first.
  package static func apply(_ edits: [Edit], to text: [UInt8]) -> [UInt8] {
    apply(sorted(edits)[...], to: text.span, at: 0)
  }

  /// A stretch of the text with edits made.
  ///
  /// - Parameters:
  ///   - edits: edits in the order of their places, all in the stretch.
  ///   - offset: the place in the text at which the stretch begins.
  package static func apply(
    _ edits: ArraySlice<Edit>, to stretch: Span<UInt8>, at offset: Int
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(edits.reduce(stretch.count) { $0 + $1.replacement.count })
    var position = 0
    for edit in edits {
      result.append(
        contentsOf: stretch.extracting(position..<edit.range.lowerBound - offset))
      result += edit.replacement
      position = edit.range.upperBound - offset
    }
    result.append(contentsOf: stretch.extracting(position..<stretch.count))
    return result
  }

  /// Whether edits change a stretch of the text.
  static func change(_ edits: ArraySlice<Edit>, _ stretch: Span<UInt8>, at offset: Int) -> Bool {
    edits.contains { edit in
      let (start, end) = (edit.range.lowerBound - offset, edit.range.upperBound - offset)
      return !stretch.extracting(start..<end).isEqual(to: edit.replacement.span)
    }
  }

  /// The same edit in a text in which so many bytes come before this one's.
  package func moved(by distance: Int) -> Edit {
    Edit(range.lowerBound + distance..<range.upperBound + distance, replacement)
  }

  /// Edits in the order of their places; of two at one place the first stays the first.
  package static func sorted(_ edits: [Edit]) -> [Edit] {
    let isSorted = edits.indices.dropFirst().allSatisfy {
      edits[$0 - 1].range.lowerBound <= edits[$0].range.lowerBound
    }
    if isSorted { return edits }
    // The standard library's sort is stable, though not by its documentation: order by both.
    return edits.enumerated().sorted { one, other in
      (one.element.range.lowerBound, one.offset) < (other.element.range.lowerBound, other.offset)
    }.map(\.element)
  }

  /// The one edit that makes a text another, without what both begin and end with; none where they are
  /// the same.
  package static func between(_ text: [UInt8], and other: [UInt8]) -> [Edit] {
    let (range, otherRange) = text.span.difference(from: other.span)
    return range.isEmpty && otherRange.isEmpty ? [] : [Edit(range, Array(other[otherRange]))]
  }
}
