import Scan
import SystemIO

/// How a record leaves that is larger than any document: fragment by fragment, every checksum
/// verified, and never held.
extension LogReader {
  /// Passes on what is there of such a record.
  ///
  /// While everything leaves as it came, its fragments do; where records are framed anew, so is it.
  mutating func passPiece(isLast: Bool) throws {
    if largeRecordStart == nil { largeRecordStart = window.offset + position + scan.first.start }
    if output.isFraming {
      for (number, fragment) in scan.fragments.enumerated() {
        let range = position + fragment.payload.lowerBound..<position + fragment.payload.upperBound
        let endsRecord = isLast && number == scan.fragments.count - 1
        try output.frame(piece: window.bytes.extracting(range), isLast: endsRecord)
      }
    }
    position += scan.byteCount
    scan.forgetFragments()
  }

  /// Counts such a record when its end is there.
  mutating func endLargeRecord() throws {
    recordNumber += 1
    try passPiece(isLast: true)
    totals.read.add(recordOf: scan.payloadByteCount)
    totals.written.add(recordOf: scan.payloadByteCount)
    let start = largeRecordStart ?? window.offset
    try handler.reject(.tooLarge(place(of: start), limit: Handler.recordLimit))
    largeRecordStart = nil
    scan.restart()
  }

  /// Leaves such a record unfinished, because the rest of it is damaged.
  ///
  /// - Returns: how many of its bytes were passed on.
  mutating func abandonLargeRecord() throws -> Int {
    try passPiece(isLast: false)
    if output.isFraming { try output.abandonRecord() }
    let start = largeRecordStart ?? window.offset
    largeRecordStart = nil
    return window.offset + position - start
  }

  /// The place of a byte of the input.
  func place(of byte: Int) -> Place {
    Place(file: window.path, byte: byte, isDecompressed: window.compression != nil)
  }
}
