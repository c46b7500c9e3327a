package import Formats
package import Scan
package import SystemIO

/// A piece of an input that a partial result covers: a file, or a range of one.
package struct CoveredPiece: Sendable, Hashable {
  /// The path as it was given, for messages only.
  package var path: String
  /// The size of the whole file as stored.
  let fileByteCount: Int
  /// The range of the file that was read.
  package let range: Range<Int>
  /// The SHA-256 of the range.
  package let digest: SHA256.Digest
  /// The fingerprint of the whole file; nil for a stream.
  package let fingerprint: SHA256.Digest?
  /// The format that the input was read as.
  package let format: InputFormat
  /// The compression of the input; nil for a plain one.
  package let compression: Compression?
  /// The number of bytes read, after decompression.
  package let byteCountRead: Int
  /// The totals of its log, if it is a shard of a managed export.
  package let log: LogTotals?
  /// The place where it says that more documents follow on another page.
  let continuation: Place?

  /// Whether it is the whole of a file, not of a stream.
  var isWholeFile: Bool { fingerprint != nil && range == 0..<fileByteCount }

  /// The path, with the range unless that is the whole.
  var description: String {
    range == 0..<fileByteCount
      ? "'\(path)'"
      : "bytes \(range.lowerBound) to \(range.upperBound) of '\(path)'"
  }
}

extension CoveredPiece {
  /// Whether it comes before another in a partial result.
  func precedes(_ other: CoveredPiece) -> Bool {
    if !path.hasBytes(of: other.path) {
      return path.precedesInBytes(other.path)
    }
    let (one, two) = (range, other.range)
    if one != two { return (one.lowerBound, one.upperBound) < (two.lowerBound, two.upperBound) }
    return digest.bytes.lexicographicallyPrecedes(other.digest.bytes)
  }
}

extension CoveredPiece {
  /// The piece that an input is.
  ///
  /// - Throws: `SystemError` if its fingerprint cannot be computed.
  init(_ file: InputPass.File) throws {
    let input = file.input
    guard let digest = file.digest else { preconditionFailure("the input was not hashed") }
    // The same bytes at another path are another document.
    let name = file.format.isOneDocument ? input.documentPath.joined(separator: "/") : ""
    let range = input.range ?? 0..<file.storedByteCount
    self.init(
      path: file.path, fileByteCount: input.isPartOfFile ? input.status.byteCount : range.count,
      range: range,
      digest: digest,
      fingerprint: input.canBeReadTwice
        ? try SHA256.Digest(fingerprintOf: input.path, named: name) : nil,
      format: file.format, compression: file.compression, byteCountRead: file.byteCount,
      log: file.log, continuation: file.continuation)
  }
}

extension InputPass.File {
  /// An input of which a partial result of an earlier run tells.
  convenience init(_ piece: CoveredPiece, of input: InputList.Input) {
    var continuation = piece.continuation
    continuation?.file = input.shownPath
    self.init(
      input: input, format: piece.format, compression: piece.compression,
      byteCount: piece.byteCountRead, log: piece.log, continuation: continuation,
      storedByteCount: piece.range.count, digest: piece.digest, status: input.status,
      remembered: piece)
  }
}

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
