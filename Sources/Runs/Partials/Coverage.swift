import Formats
import Scan
import SystemIO

/// The pieces that several partial results cover, to find input that is covered twice.
///
/// Pieces of one partial result are not compared with each other: a run counts a file and its copy
/// twice.
struct Coverage {
  /// A piece, and the partial result that covers it.
  private struct Entry {
    let piece: CoveredPiece
    let partial: String
  }

  /// The content of a piece.
  private struct Content: Hashable {
    let digest: SHA256.Digest
    let byteCount: Int

    init(_ piece: CoveredPiece) {
      (digest, byteCount) = (piece.digest, piece.range.count)
    }
  }

  private var entries: [Entry] = []

  /// Adds the pieces of a partial result; empty ones are neutral.
  mutating func enter(_ pieces: [CoveredPiece], of partial: String) {
    entries += pieces.lazy.filter { !$0.range.isEmpty }.map { Entry(piece: $0, partial: partial) }
  }

  /// - Throws: `PartialConflict` if two partial results cover the same input.
  func check() throws(PartialConflict) {
    let files = Dictionary(
      grouping: entries.filter { $0.piece.fingerprint != nil }, by: \.piece.fingerprint)
    for pieces in files.values { try Self.checkRanges(pieces) }
    for pieces in Dictionary(grouping: entries, by: { Content($0.piece) }).values {
      try Self.checkEqualContent(pieces)
    }
  }

  /// Checks pieces of files with the same size, beginning and end: they are of one file unless they
  /// are the same range with other bytes.
  private static func checkRanges(_ entries: [Entry]) throws(PartialConflict) {
    let sorted = entries.sorted { one, other in
      let (one, other) = (one.piece.range, other.piece.range)
      return (one.lowerBound, one.upperBound) < (other.lowerBound, other.upperBound)
    }
    var farthest: Entry?
    // The entries of the current range, by their bytes.
    var present: [SHA256.Digest: Entry] = [:]
    for entry in sorted {
      let range = entry.piece.range
      if let other = farthest {
        if other.piece.range == range {
          if let same = present[entry.piece.digest], same.partial != entry.partial {
            throw conflict(same, entry)
          }
        } else {
          if range.lowerBound < other.piece.range.upperBound { throw conflict(other, entry) }
          present = [:]
        }
      }
      present[entry.piece.digest] = entry
      if range.upperBound >= farthest?.piece.range.upperBound ?? 0 { farthest = entry }
    }
  }

  /// Checks pieces with the same bytes, of different files or of streams.
  ///
  /// Two whole files with the same bytes have the same fingerprint, unless their paths tell that
  /// they are different documents.
  private static func checkEqualContent(_ entries: [Entry]) throws(PartialConflict) {
    let others = entries.filter { !$0.piece.isWholeFile }
    for other in others {
      for entry in entries where entry.partial != other.partial {
        let (one, two) = (entry.piece.fingerprint, other.piece.fingerprint)
        if one == nil || one != two { throw conflict(entry, other) }
      }
    }
  }

  private static func conflict(_ one: Entry, _ other: Entry) -> PartialConflict {
    let (first, second) =
      one.partial.utf8.lexicographicallyPrecedes(other.partial.utf8) ? (one, other) : (other, one)
    return PartialConflict(
      second.partial,
      "it and '\(first.partial)' cover the same input: \(second.piece.description) and "
        + "\(first.piece.description)",
      hint: "leave one of them out; its events would count twice")
  }
}
