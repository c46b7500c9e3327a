package import Formats
import Scan
package import SystemIO

/// The files that the operands name, in reading order.
package struct InputList: Sendable {
  /// The role of a file in a managed export, with the export's number in the list.
  package typealias Role = ExportLayout.Role

  /// One file to read.
  package struct Input: Sendable {
    /// The path to open; `-` for standard input.
    package let path: String
    /// The path below its operand, or the file's name: its path in an output directory.
    var relativePath: String
    /// The operand that named it.
    package let operand: String
    /// Whether it was found in a directory, and so may be of another kind.
    let isFound: Bool
    /// Whether it was found as a symbolic link.
    var isLink = false
    /// The file's status.
    package let status: FileStatus
    /// Its role in a managed export; nil outside of one.
    package var role: Role?
    /// The path of the document that the file is, in a tree of one file per document; empty if the
    /// file's place does not tell.
    var documentPath: [String] = []

    /// The number in the list of all inputs, from 0.
    package internal(set) var number = 0
    /// The range of the file that is read, whole lines; nil is all of the file.
    package internal(set) var range: Range<Int>?

    /// The mended records that replace rejected ones; nil if there are none.
    package internal(set) var mending: Mending?

    /// Whether it is standard input.
    var isStandardInput: Bool { path == "-" }
    /// Whether it is a regular file, and so can be opened again.
    package var canBeReadTwice: Bool { status.kind == .regular && !isStandardInput }
    /// The path for messages.
    package var shownPath: String { isStandardInput ? "<stdin>" : path }
  }

  /// The operands as given.
  package let operands: [String]
  /// The files to read, in the order of the operands.
  package internal(set) var inputs: [Input] = []
  /// The managed exports in directories. Their shards come first among the inputs of their
  /// directory.
  package private(set) var exports: [ManagedExport] = []
  /// The files of exports that hold no documents, which are copied with them.
  var companions: [Input] = []
  /// Oddities of the exports, each with the file that shows it.
  package private(set) var warnings: [(path: String, message: String)] = []
  /// Files copied with an export unread, although they look like documents of another.
  package private(set) var unread: [String] = []
  /// The empty directories of exports, by their paths below the operand.
  var emptyFolders: [String] = []
  /// The files and directories skipped, with the reasons.
  package private(set) var skipped: [(path: String, reason: String)] = []
  /// The share that the inputs are, with `--shard`; nil if they are all.
  package internal(set) var share: Share?
  /// The list of `--mended`; nil without the option.
  var mendedList: Input?
  /// The number of mended records without a place.
  var unplacedCount = 0
  /// The operands that are directories.
  package private(set) var directories: [FileStatus.Identity: String] = [:]

  /// Whether an operand is a directory.
  var hasDirectory: Bool { !directories.isEmpty }

  /// Looks up the operands; a directory stands for the files below it.
  ///
  /// A file with several names in one directory is read once. If the inputs are rewritten, that is
  /// refused unless the other names are symbolic links.
  ///
  /// - Parameter isRewriting: whether the inputs are rewritten.
  /// - Throws: `SystemError` if one is missing or cannot be read, `OutputRefusal` if one is named
  ///   twice.
  package init(_ operands: [String], isRewriting: Bool = false) throws {
    self.operands = operands
    for operand in operands {
      guard let status = try FileStatus(input: operand) else {
        throw SystemError.missing(operand)
      }
      if operand == "-" {
        inputs.append(
          Input(path: "-", relativePath: "stdin", operand: "-", isFound: false, status: status))
        continue
      }
      if status.kind == .directory {
        let count = inputs.count + exports.count + skipped.count
        try add(directory: operand, named: operand, status)
        // Among other operands, an empty directory would go unnoticed.
        if operands.count > 1, count == inputs.count + exports.count + skipped.count {
          throw UnsuitableInput(operand, "there is no file in it", hint: nil, kind: .noInput)
        }
      } else if status.kind == .regular, ExportLayout.describesExport(operand) {
        // Its directory, as if that had been named.
        let directory = parentDirectory(of: operand)
        guard let status = try FileStatus(path: directory) else {
          throw SystemError.missing(directory)
        }
        try add(directory: directory, named: operand, status)
      } else {
        let tree = try Self.documents(
          [lastComponent(of: operand)], in: parentDirectory(of: operand))
        inputs.append(
          Input(
            path: operand, relativePath: lastComponent(of: operand), operand: operand,
            isFound: false, status: status,
            documentPath: tree.documentPath(of: lastComponent(of: operand))))
      }
    }
    passOverRepetition(isRewriting: isRewriting)
    for index in inputs.indices { inputs[index].number = index }
    if isRewriting { try refuseTwins() }
    try refuseRepetition(isRewriting: isRewriting)
  }

  private mutating func add(
    directory: String, named operand: String, _ status: FileStatus
  ) throws {
    if let other = directories.updateValue(operand, forKey: status.identity) {
      throw repetition(
        other == operand
          ? "'\(operand)' is named twice" : "'\(operand)' names the same directory as '\(other)'")
    }
    let root = directory.withoutTrailingSlashes
    let tree = try DirectoryTree(root)
    skipped += tree.skipped.map { (root + "/" + $0.path, $0.reason) }
    let others =
      tree.skipped.map { ($0.path, $0.reason) } + tree.folders.map { ($0, "a directory") }
    let layout = try ExportSearch(
      tree.files, in: root, besides: Dictionary(paths: others), after: exports.count,
      contents: { try Self.contents(of: root + "/" + $0) },
      isShard: { try Self.isShard(root + "/" + $0) }
    ).run()
    exports += layout.exports
    warnings += layout.warnings.map { (root + "/" + $0.path, $0.message) }
    unread += layout.unread.map { root + "/" + $0 }
    addEmptyFolders(of: tree, layout)
    for shard in layout.exports.flatMap(\.parts).flatMap(\.shards) {
      inputs.append(try Self.input(shard, of: tree, in: root, operand, layout.roles[shard]))
    }
    let documents = try Self.documents(tree.files, in: root)
    warnings += documents.doubtfulRoots.map { (root + "/" + $0, Self.doubt) }
    for file in tree.files {
      let role = layout.roles[file]
      if case .shard = role { continue }
      if role == .unlisted { continue }
      let input = try Self.input(
        file, of: tree, in: root, operand, role, documents.documentPath(of: file))
      switch role {
      case .metadata, .companion: companions.append(input)
      default: inputs.append(input)
      }
    }
  }

  /// The warning about a folder that may be a backup of its own, or the rest of a deleted document.
  private static let doubt =
    "this may be a backup of its own, as is assumed, or the subcollections of a deleted document; in "
    + "that case, name only the other folders"

  /// Notes the export's empty directories, which importers may expect.
  private mutating func addEmptyFolders(of tree: DirectoryTree, _ layout: ExportLayout) {
    var full: Set<PathKey> = []
    for path in tree.files + tree.folders {
      let name = path.hasSuffix("/") ? String(path.dropLast()) : path
      if name.hasSlash { full.insert(parentDirectory(of: name) + "/") }
    }
    emptyFolders += tree.folders.filter { !full.contains($0) && layout.isInExport(folder: $0) }
  }

  private static func input(
    _ file: String, of tree: DirectoryTree, in root: String, _ operand: String, _ role: Role?,
    _ documentPath: [String] = []
  ) throws -> Input {
    let path = root + "/" + file
    guard let status = try FileStatus(path: path) else { throw SystemError.missing(path) }
    return Input(
      path: path, relativePath: file, operand: operand, isFound: true,
      isLink: tree.links.contains(file), status: status, role: role, documentPath: documentPath)
  }

  /// The documents that the files may be, judging by their places.
  private static func documents(_ files: [String], in root: String) throws -> DocumentTree {
    try DocumentTree(of: files, in: try absolutePath(root)) { path in
      guard try FileStatus(path: path)?.kind == .regular else { return false }
      var window = ByteWindow(try InputFile(path: path), byteCount: 4 << 10)
      _ = try OpenInput.decompress(&window)
      guard case .format(let format, _) = try FormatDetector.detect(&window, placement: .likely)
      else { return false }
      return format.isOneDocument
    }
  }

  /// Whether a file with the name of a shard is one, judging by its place or its bytes.
  private static func isShard(_ path: String) throws -> Bool {
    if try absolutePath(path).contains("/all_namespaces/") { return true }
    guard try FileStatus(path: path)?.kind == .regular else { return false }
    return try OpenInput.format(of: path) == .managedShard
  }

  /// All bytes of a small file.
  private static func contents(of path: String) throws -> [UInt8] {
    var window = ByteWindow(try InputFile(path: path), byteCount: 4 << 10, limit: 64 << 20)
    try window.fill()
    guard window.isAtEnd else {
      throw UnsuitableInput(path, "it is too large to be the metadata of an export", hint: nil)
    }
    return window.bytes.copied
  }

  /// Skips all but one of several names of a file in one directory.
  private mutating func passOverRepetition(isRewriting: Bool) {
    var first: [FileStatus.Identity: Int] = [:]
    var passedOver: Set<Int> = []
    for (index, input) in inputs.enumerated() where input.isFound {
      guard let other = first[input.status.identity] else {
        first[input.status.identity] = index
        continue
      }
      guard inputs[other].operand == input.operand,
        let spare = spare(of: other, index, isRewriting: isRewriting)
      else { continue }
      let kept = spare == other ? index : other
      first[input.status.identity] = kept
      passedOver.insert(spare)
      warnings.append(
        (inputs[spare].path, "it is the same file as '\(inputs[kept].path)', and is skipped"))
    }
    inputs = inputs.indices.filter { !passedOver.contains($0) }.map { inputs[$0] }
  }

  /// The dispensable one of two names of a file; nil if both are needed.
  private func spare(of first: Int, _ second: Int, isRewriting: Bool) -> Int? {
    let pair = [second, first]
    let candidates = pair.filter { index in
      if case .shard(_, _, isCertain: true) = inputs[index].role { return false }
      // Rewriting one hard link would leave the other with the old bytes.
      return inputs[index].isLink || !isRewriting
    }
    return candidates.first { inputs[$0].isLink } ?? candidates.first
  }

  /// Refuses two paths that are equal in Unicode but differ in bytes, as a precomposed and a
  /// decomposed letter do: some file systems take them for one file.
  private func refuseTwins() throws {
    var seen: [String: Input] = [:]
    for input in inputs {
      guard let other = seen.updateValue(input, forKey: input.path),
        !other.path.hasBytes(of: input.path)
      else { continue }
      throw OutputRefusal(
        .usage,
        "'\(input.path)' is the name of two files, which differ only in how it is spelled in Unicode",
        hint: "rename one of them")
    }
  }

  /// Refuses two operands that are one file, whose documents would count twice.
  private func refuseRepetition(isRewriting: Bool) throws {
    if inputs.count(where: \.isStandardInput) > 1 {
      throw OutputRefusal(.usage, "standard input is named twice")
    }
    var seen: [FileStatus.Identity: Input] = [:]
    for input in inputs {
      guard let other = seen.updateValue(input, forKey: input.status.identity) else { continue }
      if other.path != input.path {
        let message = "'\(input.path)' is the same file as '\(other.path)'"
        guard isRewriting, input.isFound, other.isFound,
          try RunJournal.absolute(input.path) != RunJournal.absolute(other.path)
        else { throw repetition(message) }
        throw OutputRefusal(
          .usage, message + ", and both would be rewritten",
          hint: other.isLink || input.isLink
            ? "remove the link, or make it a copy"
            : "remove one of the names, or make it a copy or a symbolic link")
      }
      throw repetition(
        other.operand == input.operand
          ? "'\(input.path)' is named twice"
          : "'\(input.path)' is named twice, by '\(other.operand)' and by '\(input.operand)'")
    }
  }

  private func repetition(_ message: String) -> OutputRefusal {
    OutputRefusal(
      .usage, message, hint: "name each input once, or its documents would count twice")
  }

  /// The inputs, and the files copied with exports.
  package var files: [Input] { inputs + companions }

  /// The identities of all files.
  package var identities: Set<FileStatus.Identity> {
    Set((files + [mendedList].compactMap { $0 }).map(\.status.identity))
  }

  /// The error for a run that read nothing: the input is missing if there is no file at all.
  ///
  /// - Parameter message: the message if there are files.
  func nothingRead(_ message: String) -> UnsuitableInput {
    let isEmpty = allInputs.isEmpty && skipped.isEmpty
    return UnsuitableInput(
      operands.joined(separator: ", "), isEmpty ? "there is no file in it" : message, hint: nil,
      kind: isEmpty ? .noInput : .badData)
  }

  /// The bytes of all inputs; nil if one has no size.
  package var byteCount: Int? {
    var sum = 0
    for input in inputs {
      guard input.status.kind == .regular else { return nil }
      sum += input.byteCount
    }
    return sum
  }
}
