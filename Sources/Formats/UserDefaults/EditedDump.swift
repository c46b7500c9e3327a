package import Scan
import SystemIO

/// An edited dump, and where it differs from the dump.
package struct EditedDump: Sendable {
  /// The edited bytes.
  package private(set) var bytes: [UInt8]
  /// The replaced ranges of the dump in order, and what is there in the edited bytes.
  private let changes: [(old: Range<Int>, new: Range<Int>)]

  init(_ bytes: [UInt8], changing changes: [(old: Range<Int>, new: Range<Int>)] = []) {
    (self.bytes, self.changes) = (bytes, changes)
  }

  /// Makes edits in the bytes of a dump.
  ///
  /// - Parameter edits: edits in order.
  init(making edits: [Edit], in dump: [UInt8]) {
    var (changes, shift) = ([(old: Range<Int>, new: Range<Int>)](), 0)
    for edit in edits {
      let start = edit.range.lowerBound + shift
      changes.append((edit.range, start..<start + edit.replacement.count))
      shift += edit.growth
    }
    self.init(Edit.apply(edits, to: dump), changing: changes)
  }

  /// Returns the edits, in order.
  ///
  /// In a large dump the longest edit takes over the memory of the bytes: another copy may be longer
  /// than the dump.
  package consuming func edits() -> [Edit] {
    let longest = bytes.count > Self.smallByteCount ? changes.map(\.new.count).max() : nil
    var edits: [Edit] = []
    edits.reserveCapacity(changes.count)
    var last: (index: Int, part: Range<Int>)?
    for (old, new) in changes {
      if new.count == longest, last == nil {
        last = (edits.count, new)
        edits.append(Edit(old, []))
      } else {
        edits.append(Edit(old, bytes.span.extracting(new).copied))
      }
    }
    guard let last else { return edits }
    bytes.removeSubrange(last.part.upperBound...)
    bytes.removeSubrange(..<last.part.lowerBound)
    edits[last.index].replacement = bytes
    return edits
  }

  private static let smallByteCount = 1 << 20
}
