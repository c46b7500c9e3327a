import Scan
import SystemIO

/// How a container is read from JSON text, and how entries are taken out of it.
extension TextContainer {
  /// Moves over the object that begins at the cursor.
  ///
  /// - Parameter base: where the text begins in which the parts are told to stand.
  @_lifetime(cursor: copy cursor)
  init(object cursor: inout JSONCursor, in base: Int = 0) throws(JSONSyntaxError) {
    let start = cursor.offset - base
    var entries: [Entry] = []
    entries.reserveCapacity(16)
    var isFirst = true
    try cursor.beginObject()
    while let key = try cursor.nextMember(&isFirst) {
      let value = try cursor.skipValue()
      entries.append(
        Entry(
          start: key.quotedRange.lowerBound - base, keyEnd: key.quotedRange.upperBound - base,
          value: value.lowerBound - base..<value.upperBound - base))
    }
    let end = cursor.offset - base
    self.init(
      isDictionary: true, range: start..<end, interior: start + 1..<end - 1, entries: entries)
  }

  /// Moves over the array that begins at the cursor.
  @_lifetime(cursor: copy cursor)
  init(array cursor: inout JSONCursor) throws(JSONSyntaxError) {
    let start = cursor.offset
    var entries: [Entry] = []
    var isFirst = true
    cursor.offset += 1
    while try cursor.nextElement(&isFirst) {
      let value = try cursor.skipValue()
      entries.append(Entry(start: value.lowerBound, keyEnd: value.lowerBound, value: value))
    }
    self.init(
      isDictionary: false, range: start..<cursor.offset, interior: start + 1..<cursor.offset - 1,
      entries: entries)
  }

  /// Takes entries out of JSON text, each with one comma; at least one, and as many as all.
  func jsonRemoval(of removed: Set<Int>) -> [Edit] {
    guard removed.count < entries.count else {
      return [Edit(interior ?? range, [])]
    }
    return Self.runs(of: removed).map { run in
      // The next entry moves up, to where the run's own white space leads; where none follows, the
      // comma goes that stood before.
      let range =
        if run.upperBound < entries.count {
          entries[run.lowerBound].start..<entries[run.upperBound].start
        } else {
          entries[run.lowerBound - 1].end..<entries[run.upperBound - 1].end
        }
      return Edit(range, [])
    }
  }

  /// The numbers, ascending, each unbroken series as one range.
  private static func runs(of numbers: Set<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for number in numbers.sorted() {
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    return runs
  }
}
