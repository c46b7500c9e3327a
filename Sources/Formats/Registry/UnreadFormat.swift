import Scan
import SystemIO

/// A file that is recognised and not read, with a hint: one of a format that is not supported, or
/// one that a LaughTrack tool writes about a run (`OwnFile`).
struct UnreadFormat: Sendable {
  /// Its name, as in “it is …”.
  let name: String
  let hint: String?
  /// The bytes that identify it, and their offset.
  private let magic: [UInt8]
  private let offset: Int

  init(_ name: String, _ magic: [UInt8] = [], at offset: Int = 0, hint: String? = nil) {
    (self.name, self.magic, self.offset, self.hint) = (name, magic, offset, hint)
  }

  private init(_ name: String, _ magic: String, at offset: Int = 0, hint: String? = nil) {
    self.init(name, Array(magic.utf8), at: offset, hint: hint)
  }

  /// A compressed file.
  private init(compressedWith program: String, _ magic: [UInt8]) {
    self.init(
      "compressed with \(program)", magic,
      hint: "decompress it: \(program) -dc FILE, into a file or a pipe that is read as '-'")
  }

  /// An archive.
  private init(archive name: String, _ magic: [UInt8], at offset: Int = 0, program: String) {
    self.init(
      name, magic, at: offset, hint: "unpack it first: \(program), and name the unpacked files")
  }

  /// A database or table file.
  private init(table name: String, _ magic: [UInt8], _ how: String) {
    self.init(name, magic, hint: "convert it to JSON, a line for each document: \(how)")
  }

  /// Recognises a format by the first bytes; nil if there is no match.
  init?(firstBytes bytes: Span<UInt8>) {
    // Inputs are decompressed before, but not a dump that is changed step by step.
    if let compression = Compression(firstBytes: bytes) {
      self.init(compressedWith: compression.program, [])
      return
    }
    for format in Self.all where format.begins(bytes) {
      self = format
      return
    }
    return nil
  }

  /// The finding of such a file.
  var finding: FormatDetector.Finding { .unknown("it is \(name)", hint: hint) }

  private func begins(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= offset && bytes.extracting(offset..<bytes.count).begins(with: magic)
  }

  private static let all: [UnreadFormat] = [
    .init(archive: "a zip archive", [0x50, 0x4B, 3, 4], program: "unzip FILE"),
    .init(archive: "a zip archive", [0x50, 0x4B, 5, 6], program: "unzip FILE"),
    .init(archive: "a zip archive", [0x50, 0x4B, 7, 8], program: "unzip FILE"),
    .init(
      archive: "a 7z archive", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], program: "7z x FILE"),
    .init(archive: "a RAR archive", Array("Rar!\u{1A}\u{7}".utf8), program: "unrar x FILE"),
    .init(archive: "a tar archive", Array("ustar".utf8), at: 257, program: "tar -xf FILE"),
    .init(compressedWith: "bzip2", Array("BZh".utf8)),
    .init(compressedWith: "xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    .init(compressedWith: "lz4", [0x04, 0x22, 0x4D, 0x18]),
    .init(compressedWith: "lzip", Array("LZIP".utf8)),
    .init(compressedWith: "uncompress", [0x1F, 0x9D]),
    .init(
      table: "a Parquet file", Array("PAR1".utf8),
      "duckdb -c \"COPY 'FILE' TO 'out.ndjson' (FORMAT json)\""),
    .init(table: "an Avro file", Array("Obj\u{1}".utf8), "avro-tools tojson FILE"),
    .init(
      table: "an ORC file", Array("ORC".utf8),
      "have the database export it as newline-delimited JSON"),
    .init(
      table: "an SQLite database", Array("SQLite format 3\0".utf8),
      "sqlite3 -readonly FILE \"SELECT json_object('id', id, …) FROM …\""),
    .init(
      "the metadata of a managed Firestore export", [0xB8, 0x6D, 0x44, 0x4E, 1, 0, 1, 0x33],
      hint: "name the directory it lies in"),
    .init(
      "the AppleDouble metadata of a file, not the file", [0, 5, 0x16, 7],
      hint: "name the file itself, whose name does not begin with '._'"),
    .init("a PDF document", "%PDF-"),
    .init(
      "the journal of a run", "LaughTrack journal ",
      hint: "undo the run with the tool that wrote it: TOOL --undo FILE"),
    .init("the checkpoint of an unfinished run", "LaughTrack checkpoint "),
  ]
}

extension UnreadFormat {
  /// Recognises a format by the first line of a text; nil if there is no match.
  init?(firstLineOf text: Span<UInt8>) {
    let end = text.firstOffset(of: UInt8(ascii: "\n"), from: 0) ?? text.count
    let line = String(
      decoding: text.extracting(0..<min(end, Self.lineLimit)).copied, as: UTF8.self)
    if line.hasTag("<!doctype html") || line.hasTag("<html") {
      self.init(
        "a web page instead of the export, perhaps a sign-in page or an error",
        hint: "see what it says, and download the export again")
    } else if line.isHead(of: ",") || line.isHead(of: ";") || line.isHead(of: "\t") {
      self.init(
        "a table of separated values (CSV)",
        hint: "CSV does not tell 4 from \"4\": export again as newline-delimited JSON")
    } else if line.drop(while: \.isNumber).hasPrefix("{\"metadata\""), line.first?.isNumber == true
    {
      self.init(
        "a Firestore data bundle",
        hint: "export the collection instead, in any form that is read"
      )
    } else {
      return nil
    }
  }

  private static let lineLimit = 4 << 10
}

extension String {
  fileprivate func hasTag(_ tag: String) -> Bool { lowercased().hasPrefix(tag) }

  /// Whether it may be the header of a table with this separator.
  fileprivate func isHead(of separator: Character) -> Bool {
    let names = split(separator: separator, omittingEmptySubsequences: false)
    return names.count > 1
      && names.allSatisfy { name in
        let word = name.filter { $0 != "\"" && $0 != "\r" }
        return word.first.map { $0.isLetter || $0 == "_" } == true
          && word.allSatisfy { $0.isLetter || $0.isNumber || "_.- ".contains($0) }
      }
  }
}
