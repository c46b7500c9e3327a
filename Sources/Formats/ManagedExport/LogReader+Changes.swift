import Scan
import SystemIO

/// Edits records in place, without reframing.
extension LogReader {
  /// Adds the edits that replace the record's bytes, in the same number, and its fragments'
  /// checksums.
  mutating func change(_ original: [UInt8], to bytes: [UInt8]) {
    if scan.fragments.isEmpty { return change(scan.first, original.span, to: bytes.span) }
    var start = 0
    for fragment in scan.fragments {
      let range = start..<start + fragment.payload.count
      change(fragment, original.span.extracting(range), to: bytes.span.extracting(range))
      start = range.upperBound
    }
  }

  private mutating func change(
    _ fragment: LogScan.Fragment, _ original: Span<UInt8>, to bytes: Span<UInt8>
  ) {
    let (range, _) = original.difference(from: bytes)
    if range.isEmpty { return }
    let header = position + fragment.start
    let type = window.bytes[header + LogFrames.headerByteCount - 1]
    pending.enter(
      LogFrames.edit(
        ofHeaderAt: window.offset + header, to: LogFrames.storedChecksum(type, bytes)))
    pending.enter(
      Edit(range, bytes.extracting(range).copied)
        .moved(by: window.offset + position + fragment.payload.lowerBound))
  }
}

extension LogFrames {
  /// The edit that sets the checksum of a header.
  static func edit(ofHeaderAt place: Int, to checksum: UInt32) -> Edit {
    Edit(place..<place + 4, Array(littleEndian: checksum))
  }
}
