import Scan
import SystemIO

/// How a record changes where it stands.
extension LogReader {
  /// Enters the edits that give the record other bytes, as many as it has, and its fragments their
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
  /// The edit that gives the header at a place another checksum.
  static func edit(ofHeaderAt place: Int, to checksum: UInt32) -> Edit {
    Edit(place..<place + 4, Array(littleEndian: checksum))
  }
}

extension FoundRuns {
  /// Adds an edit of a record, and of the checksum in its header.
  ///
  /// - Parameters:
  ///   - edit: its places count from the record's first byte.
  ///   - start: where in the input that is.
  mutating func changeRecord(_ edit: Edit, at start: Int, checksum: UInt32) {
    edits.append(LogFrames.edit(ofHeaderAt: start - LogFrames.headerByteCount, to: checksum))
    edits.append(edit.moved(by: start))
  }
}
