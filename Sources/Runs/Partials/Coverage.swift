import Formats
import Scan
import SystemIO

/// The pieces that several partial results cover, to find input that is covered twice.
///
/// Pieces of one partial result are not compared with each other, nor those of different shares of
/// one run: a run counts a file and its copy twice.
struct Coverage {
  /// A piece, and the number of the partial result that covers it.
  private struct Entry {
    let piece: CoveredPiece
    let source: Int
  }

  /// The paths of the partial results.
  private var sources: [String] = []
  private var entries: [Entry] = []
  private var shares: [(share: CoveredShare, source: Int)] = []

  /// Adds what a partial result covers; empty pieces are neutral.
  mutating func enter(_ partial: PartialResult, of path: String) {
    let number = sources.count
    sources.append(path)
    entries += partial.pieces.lazy.filter { !$0.range.isEmpty }
      .map { Entry(piece: $0, source: number) }
    shares += partial.shares.map { ($0, number) }
  }

  /// - Throws: `UnsuitableInput` if two partial results cover the same input, or are the same share.
  func check() throws(UnsuitableInput) {
    let ofFiles = entries.filter { $0.piece.fingerprint != nil }
    for entries in Self.groups(of: ofFiles, by: \.piece.fingerprint) { try checkRanges(entries) }
    for entries in Self.groups(of: entries, by: \.piece.digest) { try checkEqualContent(entries) }
    try checkShares()
  }

  /// The entries in groups, in an order that does not change from run to run.
  private static func groups<Key: Hashable>(
    of entries: [Entry], by key: (Entry) -> Key
  ) -> [[Entry]] {
    Dictionary(grouping: entries, by: key).values
      .sorted { $0[0].piece.precedes($1[0].piece) }
  }

  private func checkShares() throws(UnsuitableInput) {
    var present: [CoveredShare: Int] = [:]
    for (share, source) in shares {
      guard let other = present.updateValue(source, forKey: share) else { continue }
      throw UnsuitableInput(
        sources[source],
        "it and '\(sources[other])' have the share \(share.shard) of inputs with the same names and "
          + "sizes",
        hint: "leave one of them out; if they are of different runs, merge the shares of each run "
          + "first, with '--emit partial'")
    }
  }

  /// Checks pieces of files with the same size, beginning and end: they are of one file unless they
  /// are the same range with other bytes.
  private func checkRanges(_ entries: [Entry]) throws(UnsuitableInput) {
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
          if let same = present[entry.piece.digest], same.source != entry.source {
            return try checkPairs(sorted)
          }
        } else {
          if range.lowerBound < other.piece.range.upperBound { return try checkPairs(sorted) }
          present = [:]
        }
      }
      present[entry.piece.digest] = entry
      if range.upperBound >= farthest?.piece.range.upperBound ?? 0 { farthest = entry }
    }
  }

  /// Checks each two of such pieces, of which some overlap.
  private func checkPairs(_ entries: [Entry]) throws(UnsuitableInput) {
    for (index, one) in entries.enumerated() {
      for other in entries[(index + 1)...] where isRepeated(one, other) {
        let (first, second) = (one.piece.range, other.piece.range)
        if second.lowerBound >= first.upperBound { break }
        if first != second || one.piece.digest == other.piece.digest { throw conflict(one, other) }
      }
    }
  }

  /// Whether equal pieces would be the same input.
  private func isRepeated(_ one: Entry, _ other: Entry) -> Bool {
    guard one.source != other.source else { return false }
    guard let share = one.piece.origin?.share, let others = other.piece.origin?.share else {
      return true
    }
    return share.run != others.run || share == others
  }

  /// Checks pieces with the same bytes, of different files or of streams.
  ///
  /// Two whole files with the same bytes have the same fingerprint, unless their paths tell that
  /// they are different documents.
  private func checkEqualContent(_ entries: [Entry]) throws(UnsuitableInput) {
    let others = entries.filter { !$0.piece.isWholeFile }
    for other in others {
      for entry in entries where isRepeated(entry, other) {
        let (one, two) = (entry.piece.fingerprint, other.piece.fingerprint)
        if one == nil || one != two { throw conflict(entry, other) }
      }
    }
  }

  private func conflict(_ one: Entry, _ other: Entry) -> UnsuitableInput {
    let paths = (sources[one.source], sources[other.source])
    let (first, second) =
      paths.0.precedesInBytes(paths.1) ? (one, other) : (other, one)
    return UnsuitableInput(
      sources[second.source],
      "it and '\(sources[first.source])' cover the same input: \(second.piece.description) and "
        + "\(first.piece.description)",
      hint: "leave one of them out, so that no event counts twice")
  }
}
