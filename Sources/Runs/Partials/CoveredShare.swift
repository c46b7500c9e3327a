import Formats
import Scan

/// The share of a run's inputs that a partial result covers.
package struct CoveredShare: Sendable, Hashable {
  /// A run that was shared.
  struct Run: Hashable {
    let shareCount: Int
    let inputs: ShardRecord.Inputs
  }

  let shard: RunShard
  /// All inputs of the run, by their names and sizes: elsewhere they may be in other directories.
  let inputs: ShardRecord.Inputs

  var run: Run { Run(shareCount: shard.count, inputs: inputs) }

  /// Whether it comes before another in a partial result.
  func precedes(_ other: CoveredShare) -> Bool {
    (inputs.digest.description, shard.count, shard.index)
      < (other.inputs.digest.description, other.shard.count, other.shard.index)
  }
}

extension CoveredShare {
  /// The share that inputs are; nil if they are all.
  init?(_ share: InputList.Share?) {
    guard let share, !share.shard.isWhole else { return nil }
    self.init(
      shard: share.shard,
      inputs: ShardRecord.Inputs(share.inputs.map { ($0.relativePath, $0.byteCount) }))
  }

  init?(_ object: JSONValue) {
    guard let text = object["share"]?.string, let shard = RunShard(argument: text),
      let inputs = ShardRecord.Inputs(object["inputs"])
    else { return nil }
    self.init(shard: shard, inputs: inputs)
  }

  func write(to line: inout JSONWriter) {
    line.member("share", shard.description)
    line.object("inputs") { inputs.write(to: &$0) }
  }
}

extension PartialResult {
  /// Joins the shares of each run of which all are there: their pieces are those of a run with all of
  /// its inputs from then on.
  ///
  /// - Precondition: no share is there twice.
  /// - Throws: `UnsuitableInput` if the shares of a run do not cover each byte of its files once, or
  ///   read another file under the same name.
  mutating func joinShares() throws(UnsuitableInput) {
    let whole = Dictionary(grouping: shares, by: \.run).filter { $1.count == $0.shareCount }
    shares.removeAll { whole[$0.run] != nil }
    var joined: [CoveredPiece] = []
    for index in pieces.indices {
      guard let origin = pieces[index].origin, whole[origin.share.run] != nil else { continue }
      joined.append(pieces[index])
      pieces[index].origin = nil
    }
    for ofRun in Dictionary(grouping: joined, by: \.origin?.share.run).values {
      let files = Dictionary(grouping: ofRun, by: \.origin?.inputNumber).values
      for file in files { try CoveredPiece.checkIsWhole(file) }
    }
  }
}

extension CoveredPiece {
  /// Checks that the pieces of a file that shares of a run cover make the file.
  fileprivate static func checkIsWhole(_ pieces: [CoveredPiece]) throws(UnsuitableInput) {
    let parts = pieces.filter { !$0.range.isEmpty }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard let first = parts.first else { return }
    func refuse(_ reason: String) throws(UnsuitableInput) {
      throw UnsuitableInput(
        first.path, reason,
        hint: "it changed while the shares were made, or one is of an earlier file: make all "
          + "shares again")
    }
    var end = 0
    for part in parts {
      let start = part.range.lowerBound
      if part.fingerprint != first.fingerprint || part.fileByteCount != first.fileByteCount {
        try refuse("two shares have read different files of this name and size")
      }
      if start != end { try refuse(RunShard.uncovered(min(end, start)..<max(end, start))) }
      end = part.range.upperBound
    }
    if end < first.fileByteCount { try refuse(RunShard.uncovered(end..<first.fileByteCount)) }
  }
}
