/// One change: a range of the input's bytes, and the bytes that replace it.
package struct Edit: Sendable, Hashable {
  /// The replaced bytes, by their offsets in the input; empty for an insertion.
  package var range: Range<Int>
  /// The new bytes; empty for a deletion.
  package var replacement: [UInt8]

  package init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  /// The number of bytes that the input gets longer.
  package var growth: Int { replacement.count - range.count }

  /// The text with the edits applied.
  ///
  /// - Precondition: the edits do not overlap; of two at one place the first is applied first.
  package static func apply(_ edits: [Edit], to text: [UInt8]) -> [UInt8] {
    apply(sorted(edits)[...], to: text.span, at: 0)
  }

  /// A range of the text with edits applied.
  ///
  /// - Parameters:
  ///   - edits: edits inside the range, in order.
  ///   - offset: the range's start in the text.
  package static func apply(
    _ edits: ArraySlice<Edit>, to stretch: Span<UInt8>, at offset: Int
  ) -> [UInt8] {
    let count = edits.reduce(stretch.count) { $0 + $1.growth }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { result, filled in
      func append(_ piece: Span<UInt8>) {
        precondition(piece.count <= count - filled)
        // SAFETY: the piece fits after the bytes before it.
        unsafe piece.withUnsafeBufferPointer {
          _ = unsafe result[filled...].initialize(fromContentsOf: $0)
        }
        filled += piece.count
      }
      var position = 0
      for edit in edits {
        append(stretch.extracting(position..<edit.range.lowerBound - offset))
        append(edit.replacement.span)
        position = edit.range.upperBound - offset
      }
      append(stretch.extracting(position..<stretch.count))
    }
  }

  /// Whether the edits change the text.
  package static func change(
    _ edits: ArraySlice<Edit>, _ stretch: Span<UInt8>, at offset: Int
  ) -> Bool {
    edits.contains { edit in
      let (start, end) = (edit.range.lowerBound - offset, edit.range.upperBound - offset)
      return !stretch.extracting(start..<end).isEqual(to: edit.replacement.span)
    }
  }

  /// The edit shifted by this many bytes.
  package consuming func moved(by distance: Int) -> Edit {
    range = range.lowerBound + distance..<range.upperBound + distance
    return self
  }

  /// The edits in order of place, stably.
  package static func sorted(_ edits: [Edit]) -> [Edit] {
    let isSorted = edits.indices.dropFirst().allSatisfy {
      edits[$0 - 1].range.lowerBound <= edits[$0].range.lowerBound
    }
    return isSorted ? edits : edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
