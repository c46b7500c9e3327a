/// A few bytes that are looked for at many places, compared in five words whatever their number is.
///
/// A loop over words costs a branch that depends on how many there are, which no processor can foresee
/// where short texts and long ones take turns.
@usableFromInline
package struct ShortText: BitwiseCopyable, Sendable {
  @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64, UInt64)
  /// How many bytes it has; 0 where it is no short text, which stands nowhere.
  @usableFromInline package let count: Int

  /// How many bytes there may be.
  package static var counts: ClosedRange<Int> { 8...40 }

  /// These bytes, or none where they are too few or too many.
  package init(_ bytes: Span<UInt8>) {
    guard Self.counts.contains(bytes.count) else {
      (words, count) = ((0, 0, 0, 0, 0), 0)
      return
    }
    let last = bytes.count - 8
    words = (
      bytes.word(at: 0), bytes.word(at: min(8, last)), bytes.word(at: min(16, last)),
      bytes.word(at: min(24, last)), bytes.word(at: last)
    )
    count = bytes.count
  }
}

extension Span<UInt8> {
  /// Whether a short text stands at an offset.
  @inlinable @inline(__always)
  package func holds(_ text: ShortText, at offset: Int) -> Bool {
    let last = text.count &- 8
    // All at once: neither the offset nor what is left after the text is negative, and there is one.
    guard offset | (count &- text.count &- offset) | last >= 0 else { return false }
    // SAFETY: every word ends `text.count` bytes after the offset or before, which is in the span.
    return unsafe (text.words.0 ^ uncheckedWord(at: offset))
      | (text.words.1 ^ uncheckedWord(at: offset &+ Swift.min(8, last)))
      | (text.words.2 ^ uncheckedWord(at: offset &+ Swift.min(16, last)))
      | (text.words.3 ^ uncheckedWord(at: offset &+ Swift.min(24, last)))
      | (text.words.4 ^ uncheckedWord(at: offset &+ last)) == 0
  }
}
