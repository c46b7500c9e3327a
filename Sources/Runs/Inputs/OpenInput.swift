package import Formats
package import Scan
package import SystemIO

/// An input that is open, and what its first bytes say it is.
package struct OpenInput: ~Copyable {
  private var window: ByteWindow
  package let finding: FormatDetector.Finding
  /// The compression of the input; what was found is what it holds.
  package let compression: Compression?
  /// How much of a compressed input is read so far.
  package let fed: FedByteCount?

  /// Opens an input and looks at its first bytes.
  ///
  /// - Parameters:
  ///   - format: what to take it for, whatever its bytes say.
  ///   - hashes: whether the digest of all of it is wanted.
  ///   - sum: adds up what is read.
  package init(
    _ input: InputList.Input, format: InputFormat?, hashes: Bool = false, sum: FileChecksum? = nil
  ) throws {
    // Thousands of small files need no large window each.
    let whole = input.status.kind == .regular ? input.status.byteCount + 1 : Int.max
    var window = ByteWindow(
      try InputFile(path: input.path), byteCount: min(512 << 10, max(4 << 10, whole)),
      hashes: hashes, sum: sum)
    if case .shard(_, _, isCertain: true) = input.role {
      // An empty one is no empty file, and a damaged one no other format.
      try Self.refuseCompressedShard(&window)
      if let (name, hint) = try FormatDetector().stranger(&window) {
        throw UnsuitableInput(
          window.path, "it lies in the place of a shard, and is \(name)", hint: hint)
      }
      finding = .format(.managedShard, because: "it lies in an export as its shard")
      compression = nil
      fed = nil
      self.window = window
      return
    }
    let compression = try Self.decompress(&window)
    if let mending = input.mending { window.mend(mending) }
    let found = try Self.finding(&window, compression, format, input)
    // A bit that changed in the compressed bytes may make anything of what they hold.
    if case .unknown = found { try window.readForVerdict() }
    if case .beside = input.role, case .format(let format, _) = found,
      format.contents == .documents
    {
      // A shard under another name is a copy, whose documents would count twice.
      finding = .unknown(Self.unlisted, hint: nil)
    } else {
      finding = found
    }
    self.compression = compression
    fed = window.fed
    self.window = window
  }

  /// What is said of documents among the files of an export that are none of its own.
  package static let unlisted = "the export's metadata do not list it"

  /// Refuses a shard that would look damaged from its first byte on.
  private static func refuseCompressedShard(_ window: inout ByteWindow) throws {
    guard let compression = try compression(&window) else { return }
    // A checksum, with which a shard begins, may look like the first bytes of anything.
    if case .format(.managedShard, _) = try FormatDetector().detect(&window) { return }
    throw UnsuitableInput(
      window.path,
      "the shard is compressed with \(compression.program), and no export is stored so",
      hint: "decompress it, as with '\(compression.program) -dc', and keep its name")
  }

  private static func finding(
    _ window: inout ByteWindow, _ compression: Compression?, _ format: InputFormat?,
    _ input: InputList.Input
  ) throws -> FormatDetector.Finding {
    if let compression, let again = try Self.compression(&window) {
      return .unknown(
        "it is compressed more than once: what it holds is compressed with \(again.program)",
        hint: "decompress it once, as with '\(compression.program) -dc'")
    }
    let isPlaced = !input.documentPath.isEmpty
    let detected = try FormatDetector().detect(
      &window, placement: isPlaced ? (input.isFound ? .certain : .likely) : .elsewhere)
    if input.isFound, case .format(let list, _) = detected, list.isListOfRejects {
      return .unknown(
        "it is a list of rejects, and its records are those of other inputs",
        hint: "name it as an operand to have it read")
    }
    if input.isFound, case .format = detected, FormatDetector().isPublishedRanking(window) {
      return .unknown(
        "it is a ranking that aggregate-top10 wrote",
        hint: "name it as an operand to have it read")
    }
    if isPlaced, input.isFound, detected.isEmpty, format?.isOneDocument ?? true {
      return .format(.nodeBackup, because: "it is empty, and lies like a document")
    }
    guard let format else {
      guard case .format(let found, _) = detected else { return detected }
      return try FormatDetector().foreignList(&window, found) ?? detected
    }
    if let refusal = try FormatDetector().detect(&window, as: format) { return refusal }
    return .format(format, because: "--format says so")
  }

  /// Looks at what a compressed input holds instead of at the input itself.
  static func decompress(_ window: inout ByteWindow) throws -> Compression? {
    guard let compression = try compression(&window) else { return nil }
    try window.decompress(compression)
    return compression
  }

  private static func compression(_ window: inout ByteWindow) throws -> Compression? {
    while window.count < Compression.magicByteCount, try window.refill() == .more {}
    return Compression(firstBytes: window.bytes)
  }

  /// The window, from the input's first byte on.
  package consuming func takeWindow() -> ByteWindow { window }

  /// The format that `--format` names.
  ///
  /// - Throws: `UsageError` where there is none of that name.
  package static func format(_ name: String?) throws(UsageError) -> InputFormat? {
    guard let name else { return nil }
    guard let format = InputFormat(rawValue: name) else {
      throw UsageError(
        "'--format' knows no format '\(name)'", hint: "--list-formats prints the names")
    }
    return format
  }
}

extension OpenInput {
  /// The format that `--format` names, for a tool that reads exports alone.
  ///
  /// - Throws: `UsageError` where there is none of that name, or it is one of dumps.
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

extension FormatDetector.Finding {
  fileprivate var isEmpty: Bool {
    if case .empty = self { true } else { false }
  }
}

/// An input that is not of a kind the tool reads.
package struct UnsuitableInput: ReportableError {
  package let place: Place?
  package let message: String
  package let hint: String?

  /// What to do about an export that is given to a tool for dumps.
  package static let exportHint =
    "migrate-ratings and aggregate-top10 take exports; a dump has "
    + DefaultsKey.listing

  package let kind: FailureKind

  package init(
    _ path: String, _ message: String, hint: String?, kind: FailureKind = .badData
  ) {
    place = Place(file: path)
    self.message = message
    self.hint = hint
    self.kind = kind
  }
}
