import Scan
import SystemIO

/// The metadata of a part of an export: the paths of its shards.
///
/// The file `*.export_metadata` is one message without framing. It also has the start and end times
/// of the export, which old emulators truncate to 32 bits; they are not used.
enum PartMetadata {
  /// The paths of the shards, relative to the file's folder.
  ///
  /// - Parameter file: the file's path for messages.
  /// - Throws: `DamagedInput`.
  static func shards(in bytes: [UInt8], file: String) throws -> [String] {
    if bytes.isEmpty { throw DamagedInput.metadata(file, byte: nil, "the file is empty") }
    do throws(MalformedMessage) {
      return try shards(in: bytes.span)
    } catch {
      throw DamagedInput.metadata(file, byte: error.offset, error.reason)
    }
  }

  private static func shards(in bytes: Span<UInt8>) throws(MalformedMessage) -> [String] {
    var shards: [String] = []
    var isNamed = false
    var cursor = ProtobufCursor(bytes)
    while let tag = try cursor.nextTag() {
      switch (tag.field, tag.type) {
      case (1, .bytes):
        isNamed = true
        _ = try cursor.lengthDelimited()
      case (2, .bytes): shards += try paths(in: bytes, try cursor.lengthDelimited())
      default: try cursor.skipValue(of: tag)
      }
    }
    // Without this check other bytes could pass for a message.
    if !isNamed { throw MalformedMessage("it does not name its export", at: 0) }
    return shards
  }

  private static func paths(
    in bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(MalformedMessage) -> [String] {
    var paths: [String] = []
    var cursor = ProtobufCursor(bytes, range)
    while let tag = try cursor.nextTag() {
      if tag.field == 2, tag.type == .bytes {
        paths.append(try bytes.text(in: try cursor.lengthDelimited()))
      } else {
        try cursor.skipValue(of: tag)
      }
    }
    return paths
  }
}
