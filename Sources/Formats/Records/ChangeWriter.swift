import Scan
import SystemIO

/// Writes down how lines become what stays of them.
struct ChangeWriter: ~Copyable {
  /// The lines, but for the last one's end.
  private let range: Range<Int>
  private let lineEnd: [UInt8]
  /// Where the text ends of the last line that stays, or all begins where none does: what follows goes.
  private let keptEnd: Int
  private var steps: DeltaSteps
  /// Up to here they are dealt with.
  private var place: Int

  init(_ lines: Range<Int>, keptEnd: Int?, _ decided: DecidedRecords, _ text: Span<UInt8>) {
    let hasReturn = lines.count > 1 && text[lines.upperBound - 2] == UInt8(ascii: "\r")
    let end = lines.upperBound - (hasReturn ? 2 : 1)
    range = lines.lowerBound..<end
    lineEnd = text.extracting(end..<lines.upperBound).copied
    self.keptEnd = keptEnd ?? lines.lowerBound
    place = lines.lowerBound
    steps = DeltaSteps(capacity: max(decided.droppedByteCount, 0) + 8 * decided.edits.count)
  }

  mutating func enter(_ edit: Edit, _ text: Span<UInt8>) {
    guard edit.range.lowerBound < keptEnd else { return }
    steps.append(
      copying: edit.range.lowerBound - place, passing: edit.replacement.span,
      inserting: text.extracting(edit.range))
    place = edit.range.upperBound
  }

  consuming func finished(_ text: Span<UInt8>) -> LineChunk.Changes {
    let (keptEnd, end, lineEnd) = (keptEnd, range.upperBound, lineEnd)
    var place = place
    var steps = steps
    if keptEnd < end {
      steps.append(copying: keptEnd - place, inserting: keptEnd..<end, of: text)
      place = end
    }
    if place < end { steps.append(copying: end - place) }
    return LineChunk.Changes(steps: DeltaSteps.Finished(steps), lineEnd: lineEnd)
  }
}
