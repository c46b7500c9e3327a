import Formats
import Scan
import SystemIO

extension ShardRecord {
  /// A range of an input that a share, or a run without shares, covers.
  struct Cover: Sendable {
    /// The number of the input in the list of all, from 0.
    var number: Int
    var path: String
    /// The size of the whole input.
    var byteCount: Int
    var range: Range<Int>
    /// The digest of the range's bytes; nil if the input was skipped.
    var digest: SHA256.Digest?
    /// The fingerprint of the whole input; nil if it is not needed, because the range is all of it.
    var fingerprint: SHA256.Digest?
  }
}

extension ShardRecord.Cover {
  /// Checks that the ranges of one file make the file.
  ///
  /// - Throws: `UnsuitableInput` if a byte is in no range or in two, or if the ranges are of different
  ///   files.
  static func checkMakeFile(_ covers: some Sequence<Self>) throws(UnsuitableInput) {
    let parts = covers.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard let first = parts.first else { return }
    func refuse(_ reason: String) throws(UnsuitableInput) {
      throw UnsuitableInput(first.path, reason, hint: Self.again)
    }
    func refuse(_ one: Int, _ other: Int) throws(UnsuitableInput) {
      try refuse(
        "the bytes from \(min(one, other)) to \(max(one, other)) are in no share, or in two")
    }
    var end = 0
    for part in parts {
      if part.fingerprint != first.fingerprint || part.byteCount != first.byteCount {
        try refuse("two shares have read different files under its name")
      }
      if part.range.lowerBound != end { try refuse(end, part.range.lowerBound) }
      end = part.range.upperBound
    }
    if end < first.byteCount { try refuse(end, first.byteCount) }
  }

  /// What to do about shares that do not fit together.
  static let again =
    "the inputs changed while the shares were made, or one is of earlier inputs: make all again"
}

extension ShardRecord.Cover {
  func write(to object: inout JSONWriter) {
    object.member("input", number)
    object.member("path", path)
    object.member("bytes", byteCount)
    object.member("from", range.lowerBound)
    object.member("to", range.upperBound)
    object.optionalMember("sha256", digest?.description)
    object.optionalMember("file", fingerprint?.description)
  }

  init?(_ value: JSONValue) {
    guard let number = value.count("input"), let path = value["path"]?.string,
      let byteCount = value.count("bytes"), let start = value.count("from"),
      let end = value.count("to"), start <= end, end <= byteCount
    else { return nil }
    (self.number, self.path, self.byteCount, range) = (number, path, byteCount, start..<end)
    (digest, fingerprint) = (value["sha256"]?.digest, value["file"]?.digest)
  }
}
