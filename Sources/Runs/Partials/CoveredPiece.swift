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
  /// Where it was in a run in shares; nil if the run had all of its inputs.
  var origin: Origin? = nil

  /// The place of a piece in a run in shares.
  struct Origin: Sendable, Hashable {
    let share: CoveredShare
    /// The number of the input in the list of all, from 0.
    let inputNumber: Int
  }

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
    if digest != other.digest {
      return digest.bytes.lexicographicallyPrecedes(other.digest.bytes)
    }
    guard let own = origin, let others = other.origin else {
      return origin == nil && other.origin != nil
    }
    return own.share.precedes(others.share)
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
