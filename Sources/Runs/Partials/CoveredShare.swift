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

  /// The share that inputs are; nil if they are all.
  package init?(_ share: InputList.Share?) {
    guard let share, !share.shard.isWhole else { return nil }
    shard = share.shard
    inputs = ShardRecord.Inputs(share.inputs.map { ($0.relativePath, $0.byteCount) })
  }

  /// Whether it comes before another in a partial result.
  func precedes(_ other: CoveredShare) -> Bool {
    (inputs.digest.description, shard.count, shard.index)
      < (other.inputs.digest.description, other.shard.count, other.shard.index)
  }
}

extension CoveredShare {
  init?(_ object: JSONValue) {
    guard let text = object["share"]?.string, let shard = RunShard(argument: text),
      let inputs = ShardRecord.Inputs(object["inputs"])
    else { return nil }
    (self.shard, self.inputs) = (shard, inputs)
  }

  func write(to line: inout JSONWriter) {
    line.member("share", shard.description)
    line.object("inputs") { inputs.write(to: &$0) }
  }
}

extension [CoveredShare] {
  /// The shares of a run that are missing: their numbers, and the number of all; nil if each run is
  /// there whole.
  var missing: (numbers: [Int], count: Int)? {
    let runs = Dictionary(grouping: self, by: \.run)
    let incomplete = runs.mapValues { Set($0.map(\.shard.index)) }
      .filter { $0.value.count < $0.key.shareCount }
    guard let run = first(where: { incomplete[$0.run] != nil })?.run,
      let present = incomplete[run]
    else { return nil }
    return (RunShard.missing(among: present, of: run.shareCount), run.shareCount)
  }
}
