import Formats
import Scan

/// The share of a run's inputs that a partial result covers.
package struct CoveredShare: Sendable, Hashable {
  /// A run that was shared.
  struct Run: Hashable {
    let shareCount: Int
    let inputs: ShardRecord.Inputs
  }

  /// A file of a run that was shared.
  struct File: Hashable {
    let run: Run
    let number: Int
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
    var files: [CoveredShare.File: [ShardRecord.Cover]] = [:]
    for index in pieces.indices {
      guard let origin = pieces[index].origin, whole[origin.share.run] != nil else { continue }
      let file = CoveredShare.File(run: origin.share.run, number: origin.inputNumber)
      // A share without a byte of the file is neutral.
      if !pieces[index].range.isEmpty {
        files[file, default: []].append(pieces[index].cover(number: origin.inputNumber))
      }
      pieces[index].origin = nil
    }
    for covers in files.values.sorted(by: { $0[0].path.precedesInBytes($1[0].path) }) {
      try ShardRecord.Cover.checkMakeFile(covers)
    }
  }
}

extension CoveredPiece {
  fileprivate func cover(number: Int) -> ShardRecord.Cover {
    ShardRecord.Cover(
      number: number, path: path, byteCount: fileByteCount, range: range, digest: digest,
      fingerprint: fingerprint)
  }
}
