package import Formats
import Scan
package import SystemIO

/// An open input, and the format that its first bytes show.
package struct OpenInput: ~Copyable {
  private var window: ByteWindow
  /// The format, and the sign by which it was recognised.
  package let finding: FormatDetector.Finding
  /// The compression of the input; `finding` is about the decompressed bytes.
  package let compression: Compression?
  /// The bytes of a compressed input read so far.
  let fed: FedByteCount?

  /// Opens an input and detects its format.
  ///
  /// - Parameters:
  ///   - format: the format to assume, whatever the bytes; nil detects it.
  ///   - hashes: whether to hash the input.
  ///   - sum: the running checksum of the input.
  package init(
    _ input: InputList.Input, format: InputFormat?, hashes: Bool = false, sum: FileChecksum? = nil
  ) throws {
    // Thousands of small files need no large window each.
    let whole = input.status.kind == .regular ? input.status.byteCount + 1 : Int.max
    var window = ByteWindow(
      try InputFile(path: input.path), byteCount: min(512 << 10, max(4 << 10, whole)),
      hashes: hashes, sum: sum)
    // Other shares were cut by the size that the file had.
    if input.range != nil, window.status.byteCount != input.status.byteCount {
      throw OutputRefusal.inputChanged(input.shownPath)
    }
    let found = try Self.examine(&window, input, format)
    (finding, compression, fed) = (found.finding, found.compression, window.fed)
    self.window = window
  }

  /// The reason for skipping a file with documents that an export does not list.
  package static let unlisted = "the export's metadata do not list it"

  /// Refuses a compressed shard, which would look damaged from its first byte on.
  private static func refuseCompressedShard(_ window: inout ByteWindow) throws {
    guard let compression = try compression(&window) else { return }
    // A shard begins with a checksum, which may equal any magic number.
    if case .format(.managedShard, _) = try FormatDetector.detect(&window) { return }
    throw UnsuitableInput(
      window.path,
      "the shard is compressed with \(compression.program), and exports are not stored compressed",
      hint: "decompress it, as with '\(compression.program) -dc', and keep its name")
  }

  private static func examine(
    _ window: inout ByteWindow, _ input: InputList.Input, _ format: InputFormat?
  ) throws -> (finding: FormatDetector.Finding, compression: Compression?) {
    if input.range?.isEmpty == true {
      try window.narrow(to: 0..<0)
      return (.empty, nil)
    }
    if case .shard(_, _, isCertain: true) = input.role {
      // An empty shard is not an empty file, and a damaged one is of no other format.
      try refuseCompressedShard(&window)
      if let (name, hint) = try FormatDetector.stranger(&window) {
        throw UnsuitableInput(
          window.path, "it should be a shard, and is \(name)", hint: hint)
      }
      return (.format(.managedShard, because: "it is a shard of an export"), nil)
    }
    let compression = try decompress(&window)
    var found = try finding(&window, compression, format, input)
    if let mending = input.mending {
      window.mend(mending)
      // The format is that of the input when its records were rejected: a list has each on one
      // line. Only what was damaged at its beginning shows its format once it is mended.
      if case .unknown = found { found = try finding(&window, compression, format, input) }
    }
    // A flipped bit in compressed bytes may give any content: read on, so that the decompressor
    // reports it.
    if case .unknown = found { try window.readForVerdict() }
    if let range = input.range { try window.narrow(to: range) }
    guard case .beside = input.role, case .format(let format, _) = found,
      format.contents == .documents
    else { return (found, compression) }
    // A shard under another name is a copy, whose documents would count twice.
    return (.unknown(unlisted, hint: nil), compression)
  }

  private static func finding(
    _ window: inout ByteWindow, _ compression: Compression?, _ format: InputFormat?,
    _ input: InputList.Input
  ) throws -> FormatDetector.Finding {
    if let compression, let again = try Self.compression(&window) {
      return .unknown(
        "it is compressed twice: its content is compressed with \(again.program)",
        hint: "decompress it once, as with '\(compression.program) -dc'")
    }
    let isPlaced = !input.documentPath.isEmpty
    let detected = try FormatDetector.detect(
      &window, placement: isPlaced ? (input.isFound ? .certain : .likely) : .elsewhere)
    if input.isFound, case .format(let list, _) = detected, list.isListOfRejects {
      return .unknown(
        "it is a list of rejects, and its records are those of other inputs",
        hint: "name it as an operand to have it read")
    }
    if input.isFound, case .format = detected, FormatDetector.isPublishedRanking(window) {
      return .unknown(
        "it is a ranking that aggregate-top10 wrote",
        hint: "name it as an operand to have it read")
    }
    if isPlaced, input.isFound, case .empty = detected, format?.isOneDocument ?? true {
      return .format(.nodeBackup, because: "it is empty, at the path of a document")
    }
    guard let format else {
      guard case .format(let found, _) = detected else { return detected }
      return try FormatDetector.foreignList(&window, found) ?? detected
    }
    if let refusal = try FormatDetector.detect(&window, as: format) { return refusal }
    return .format(format, because: "--format says so")
  }

  /// Replaces the window's bytes with the decompressed ones, if the input is compressed.
  static func decompress(_ window: inout ByteWindow) throws -> Compression? {
    guard let compression = try compression(&window) else { return nil }
    try window.decompress(compression)
    return compression
  }

  private static func compression(_ window: inout ByteWindow) throws -> Compression? {
    try window.fill(to: Compression.magicByteCount)
    return Compression(firstBytes: window.bytes)
  }

  /// Why the input may hold dumps although it was taken for documents, and what to do; nil if not.
  var doubt: (reason: String, hint: String)? {
    guard case .format(let found, _) = finding else { return nil }
    return FormatDetector.doubt(window, found)
  }

  /// The window, at the input's first byte.
  package consuming func takeWindow() -> ByteWindow { window }

  /// The format that the first bytes of a file show, which is not decompressed; nil if none.
  package static func format(of path: String) throws -> InputFormat? {
    var window = ByteWindow(try InputFile(path: path), byteCount: 4 << 10)
    guard case .format(let format, _) = try FormatDetector.detect(&window) else { return nil }
    return format
  }

  /// The format that `--format` names.
  ///
  /// - Throws: `UsageError` if there is no format of that name.
  package static func format(_ name: String?) throws(UsageError) -> InputFormat? {
    guard let name else { return nil }
    guard let format = InputFormat(rawValue: name) else {
      throw UsageError(
        "unknown format '\(name)'", hint: "--list-formats prints the names")
    }
    return format
  }

  /// The format that `--format` names, for a tool that reads exports only.
  ///
  /// - Throws: `UsageError` if there is no format of that name, or it is one of dumps.
  package static func format(
    _ name: String?, readBy tool: ToolDescription
  ) throws(UsageError) -> InputFormat? {
    let format = try format(name)
    if let format, format.contents == .dumps {
      throw UsageError("'\(format.rawValue)' is a format of dumps, and \(tool.name) reads exports")
    }
    return format
  }
}
