import Scan

// What a program says of a compressed input comes at its end, and explains what was wrong before.
extension ByteWindow {
  /// How much more is read for the sake of the verdict, after decompression.
  private static let verdictByteLimit = 1 << 30

  /// The reason for an error: damage to what a compressed input holds is most often damage to the
  /// compressed bytes, which the program that decompresses them tells only when it gets to the
  /// checksum.
  ///
  /// Of bad data the rest is read and given up, as far as that is reasonable; any other error is its
  /// own reason.
  package mutating func reason(for error: any Error) -> any Error {
    guard compression != nil, (error as? any ReportableError)?.kind == .badData else {
      return error
    }
    do {
      try readForVerdict()
      return error
    } catch {
      return error
    }
  }

  /// Reads the rest of a compressed input and gives it up, so that its program says whether the
  /// input is whole; of an input that is not compressed there is nothing to be said.
  ///
  /// - Throws: `DamagedCompression`, `SystemError`.
  package mutating func readForVerdict() throws {
    guard compression != nil else { return }
    let end = byteCountRead + Self.verdictByteLimit
    repeat { drop(count) } while try byteCountRead < end && refill() == .more
  }
}
