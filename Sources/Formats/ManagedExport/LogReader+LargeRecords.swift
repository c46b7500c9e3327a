import Scan
import SystemIO

/// Passes on records larger than any document, fragment by fragment, with verified checksums and
/// bounded memory.
extension LogReader {
  /// Passes on the available fragments of a large record.
  ///
  /// They are copied unchanged, or framed piece by piece while reframing.
  mutating func passPiece(isLast: Bool) throws {
    if largeRecordStart == nil { largeRecordStart = window.offset + position + scan.first.start }
    if output.isFraming {
      for (number, fragment) in scan.fragments.enumerated() {
        let endsRecord = isLast && number == scan.fragments.count - 1
        try output.frame(
          piece: window.bytes.extracting(range(of: fragment)), isLast: endsRecord)
      }
    }
    position += scan.byteCount
    scan.forgetFragments()
  }

  /// Counts and rejects a large record at its end.
  mutating func endLargeRecord() throws {
    recordNumber += 1
    try passPiece(isLast: true)
    totals.read.add(recordOf: scan.payloadByteCount)
    totals.written.add(recordOf: scan.payloadByteCount)
    let start = largeRecordStart ?? window.offset
    try visitor.reject(.tooLarge(place(of: start), limit: Handler.recordLimit))
    largeRecordStart = nil
    scan.restart()
  }

  /// Ends a large record early because its rest is damaged.
  ///
  /// - Returns: the number of its bytes passed on.
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
