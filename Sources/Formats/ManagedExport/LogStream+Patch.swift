import ByteIO

/// How a record changes where it stands in the window.
extension LogStream {
  /// Changes bytes of the record in the window, and the checksums over them.
  mutating func patch(_ offset: Int, _ bytes: PatchBytes) {
    if scan.fragments.isEmpty { return patch(scan.first, 0, offset, bytes) }
    var start = 0
    for fragment in scan.fragments {
      patch(fragment, start, offset, bytes)
      start += fragment.payload.count
    }
    for index in 0..<bytes.count { assembled[offset + index] = bytes[index] }
  }

  /// - Parameter start: where in the record's bytes the fragment's begin.
  private mutating func patch(
    _ fragment: LogScan.Fragment, _ start: Int, _ offset: Int, _ bytes: PatchBytes
  ) {
    let payload = position + fragment.payload.lowerBound..<position + fragment.payload.upperBound
    let touched = (start..<start + payload.count).clamped(to: offset..<offset + bytes.count)
    guard !touched.isEmpty else { return }
    for place in touched {
      window.replaceByte(at: payload.lowerBound + place - start, with: bytes[place - offset])
    }
    let header = position + fragment.start
    let type = window.bytes[header + LogFrames.headerByteCount - 1]
    setChecksum(LogFrames.storedChecksum(type, window.bytes.extracting(payload)), at: header)
  }

  /// Changes the checksum in the header at a place in the window.
  mutating func setChecksum(_ sum: UInt32, at header: Int) {
    for index in 0..<4 {
      window.replaceByte(
        at: header + index, with: UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))))
    }
  }
}
