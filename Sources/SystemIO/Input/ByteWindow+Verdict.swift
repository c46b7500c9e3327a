import Scan

// A decompressor reports corruption at the end of its input; these functions drain it, so that its
// error wins.
extension ByteWindow {
  /// The most decompressed bytes that are drained.
  private static let verdictByteLimit = 1 << 30

  /// The cause of an error: bad data in a compressed input is most often damage of the compressed
  /// bytes, which the decompressor reports only at its checksum.
  ///
  /// For bad data, the rest is drained, up to a limit; any other error is its own cause.
  package mutating func reason(for error: any Error) -> any Error {
    guard (error as? any ReportableError)?.kind == .badData else { return error }
    do { try readForVerdict() } catch { return error }
    return error
  }

  /// Drains a compressed input, so that its decompressor verifies all of it; does nothing for an
  /// uncompressed input.
  ///
  /// - Throws: `DamagedCompression`, `SystemError`.
  package mutating func readForVerdict() throws {
    guard compression != nil else { return }
    let end = byteCountRead + Self.verdictByteLimit
    repeat { drop(count) } while try byteCountRead < end && refill() == .more
  }
}
