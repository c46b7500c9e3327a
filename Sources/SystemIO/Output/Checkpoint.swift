import Scan

/// A checkpoint: the progress of a run with one output, kept beside the output.
///
/// Six lines, and a seventh with their CRC-32C, which shows truncation and edits.
struct Checkpoint: Equatable {
  private static let beginning = "LaughTrack checkpoint 1"

  /// The run: the tool, its version and everything else that determines the output.
  var run: String
  /// The number of durable bytes of the output.
  var writtenByteCount: Int
  /// The size of the input in bytes.
  var inputByteCount: Int
  /// The number of input bytes that the checksum covers.
  var knownByteCount: Int
  /// The CRC-32C of these bytes.
  var inputChecksum: UInt32
}

extension Checkpoint {
  var text: [UInt8] {
    let lines = [
      Self.beginning, "run: \(run)", "written: \(writtenByteCount)", "input: \(inputByteCount)",
      "input-known: \(knownByteCount)", "input-crc32c: \(inputChecksum)",
    ]
    let body = Array(lines.map { $0 + "\n" }.joined().utf8)
    return body + Array("crc32c: \(CRC32C.checksum(body.span))\n".utf8)
  }

  /// Parses a checkpoint; nil if it is not whole.
  init?(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard lines.count == 7, lines[1].hasPrefix("run: "),
      let written = Self.number(lines[2], "written: "), written >= 0,
      let input = Self.number(lines[3], "input: "), input >= 0,
      let known = Self.number(lines[4], "input-known: "), known >= 0,
      let sum = Self.number(lines[5], "input-crc32c: ").flatMap(UInt32.init(exactly:))
    else { return nil }
    self.init(
      run: String(lines[1].dropFirst(5)), writtenByteCount: written, inputByteCount: input,
      knownByteCount: known, inputChecksum: sum)
    // Comparing the whole text also compares the checksum.
    if self.text != text { return nil }
  }

  /// Whether a file is a checkpoint by its first line, whole or not; nil if it is missing.
  static func isBegun(at path: String) throws -> Bool? {
    guard let status = try FileStatus(path: path, followsLinks: false) else { return nil }
    guard status.kind == .regular else { return false }
    var window = ByteWindow(try InputFile(path: path), byteCount: 512, limit: 512)
    return try window.begins(with: Self.beginning + "\n")
  }

  private static func number(_ line: String, _ name: String) -> Int? {
    line.hasPrefix(name) ? Int(line.dropFirst(name.count)) : nil
  }
}
