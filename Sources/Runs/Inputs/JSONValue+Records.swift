import Formats
import Scan

// Counts and digests in files of earlier runs.
extension JSONValue {
  /// The elements of an array, each parsed; nil if one is malformed.
  func elements<Element>(_ parse: (JSONValue) -> Element?) -> [Element]? {
    guard let elements else { return nil }
    let parsed = elements.compactMap(parse)
    return parsed.count == elements.count ? parsed : nil
  }

  /// The value as a SHA-256.
  var digest: SHA256.Digest? { string.flatMap { SHA256.Digest(hexadecimal: $0) } }

  /// The value as a count, small enough that a million of them add up.
  var count: Int? { integer.flatMap { 0...(1 << 43) ~= $0 ? $0 : nil } }

  /// A member that is a count.
  func count(_ name: String) -> Int? { self[name]?.count }

  /// The members of an object member, each a count.
  func counts(_ name: String) -> [(name: String, count: Int)]? {
    guard case .object(let members) = self[name] else { return nil }
    let counts = members.compactMap { member in
      member.value.count.map { (name: member.key, count: $0) }
    }
    return counts.count == members.count ? counts : nil
  }
}

// The counts of an export in partial results and in the records of shards.
extension ExportCounts {
  init?(_ object: JSONValue) {
    guard let id = object["export"]?.digest,
      let path = object["metadata"]?.string,
      let parts = object["parts"]?.elements({ part -> Part? in
        guard let folder = part["folder"]?.string, let found = LogTotals(part["log"]) else {
          return nil
        }
        return Part(
          folder: folder, entityCount: part.count("entities"), byteCount: part.count("bytes"),
          found: found)
      })
    else { return nil }
    self.init(id: id, shownMetadata: path, parts: parts)
  }

  /// Writes the members of an object.
  func write(to object: inout JSONWriter) {
    object.member("export", id.description)
    object.member("metadata", shownMetadata)
    object.array("parts", of: parts) { object, part in
      object.member("folder", part.folder)
      object.optionalMember("entities", part.entityCount)
      object.optionalMember("bytes", part.byteCount)
      part.found.write(to: &object)
    }
  }
}

extension LogTotals {
  /// The totals of a log that was read and not written; nil if it is anything else.
  init?(_ value: JSONValue?) {
    guard let counts = value?.elements(\.count), counts.count == 4 else { return nil }
    self.init(
      recordCount: counts[0], payloadByteCount: counts[1], fileByteCount: counts[2],
      damageCount: counts[3])
  }

  /// Writes the member `log`.
  func write(to object: inout JSONWriter) {
    object.array("log") { numbers in
      numbers.integer(read.recordCount)
      numbers.integer(read.payloadByteCount)
      numbers.integer(read.fileByteCount)
      numbers.integer(damageCount)
    }
  }
}
