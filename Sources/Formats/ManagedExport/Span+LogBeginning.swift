import Scan
import SystemIO

extension Span<UInt8> {
  /// Whether a log of entities begins here.
  ///
  /// Usually the first checksum proves it. If that record is damaged, the rest of the header and
  /// the following bytes are checked, so that the damage is reported at its place.
  var beginsLog: Bool {
    guard count >= LogFrames.headerByteCount else { return false }
    let header = LogFrames.Header(self, at: 0)
    let end = LogFrames.headerByteCount + header.byteCount
    let rest = extracting(LogFrames.headerByteCount..<count)
    // Overall metadata are also a log, whose first record is a version.
    let isMetadata = header.byteCount == 1 && rest.begins(with: "3")
    if isMetadata, header.type == 1 { return false }
    if end <= count {
      let payload = extracting(LogFrames.headerByteCount..<end)
      let types = [header.type, LogFrames.FragmentKind.full.rawValue, 2]
      let isProven = types.contains {
        LogFrames.storedChecksum($0, payload) == header.storedChecksum
      }
      if isProven, !header.isPadding { return true }
    }
    guard header.kind == .full || header.kind == .first else { return false }
    // An entity begins with its key's tag; a complete record ends the input or is followed by
    // another.
    return rest.begins(with: [0x6A]) || end == count || holdsRecord(at: end)
  }

  /// Whether a record with a valid checksum begins at an offset.
  private func holdsRecord(at offset: Int) -> Bool {
    guard offset + LogFrames.headerByteCount <= count else { return false }
    let header = LogFrames.Header(self, at: offset)
    let end = offset + LogFrames.headerByteCount + header.byteCount
    return end <= count && header.kind != nil && header.verifies(self, at: offset)
  }
}
