/// One change: a range of the input's bytes, and the bytes that replace it.
package struct Edit: Sendable {
  /// The replaced bytes, by their offsets in the input; empty for an insertion.
  package var range: Range<Int>
  /// The text that the new bytes are a part of; several edits may share it.
  private let text: [UInt8]
  private let start, end: UInt32

  package init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.init(range, replacement.indices, of: replacement)
  }

  /// Creates an edit whose new bytes are a part of a text.
  package init(_ range: Range<Int>, _ part: Range<Int>, of text: [UInt8]) {
    self.range = range
    self.text = text
    (start, end) = (UInt32(part.lowerBound), UInt32(part.upperBound))
  }

  /// The new bytes; empty for a deletion.
  package var replacement: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span.extracting(Int(start)..<Int(end)) }
  }

  /// Whether nothing replaces the bytes.
  package var isDeletion: Bool { start == end }

  /// The number of bytes that the input gets longer.
  package var growth: Int { Int(end) - Int(start) - range.count }

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
    let count = count(of: stretch, making: edits)
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
        append(edit.replacement)
        position = edit.range.upperBound - offset
      }
      append(stretch.extracting(position..<stretch.count))
    }
  }

  /// The size of a text with edits applied.
  package static func count(of text: Span<UInt8>, making edits: ArraySlice<Edit>) -> Int {
    edits.reduce(text.count) { $0 + $1.growth }
  }

  /// Whether the edits change the text.
  package static func change(
    _ edits: ArraySlice<Edit>, _ stretch: Span<UInt8>, at offset: Int
  ) -> Bool {
    edits.contains { edit in
      let (start, end) = (edit.range.lowerBound - offset, edit.range.upperBound - offset)
      return !stretch.extracting(start..<end).isEqual(to: edit.replacement)
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

extension Edit: Equatable {
  package static func == (one: Edit, other: Edit) -> Bool {
    one.range == other.range && one.replacement.isEqual(to: other.replacement)
  }
}
